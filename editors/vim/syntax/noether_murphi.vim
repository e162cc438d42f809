" Murphi: rules over typed variables, the language of CMurphi and Rumur. Made by scripts/grammars.ts.
if exists('b:current_syntax') | finish | endif
syntax case ignore
syntax keyword noetherMurphiKeyword alias assert assume begin by case choose clear const cover do else elsif END endalias endchoose endexists endfor endforall endfunction endif endprocedure endrecord endrule endruleset endstartstate endswitch endwhile error exists externfun externproc for forall function if import invariant ismember isundefined liveness multisetadd multisetcount multisetremove multisetremovepred of procedure put return rule ruleset simplerule startstate switch then to type undefine var while end
syntax keyword noetherMurphiType array boolean enum multiset real record scalarset union
syntax keyword noetherMurphiConstant true false
syntax match noetherMurphiNumber "\<\d\+\>"
syntax region noetherMurphiString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match noetherMurphiComment "--.*$" contains=@Spell
syntax region noetherMurphiComment start="\/\*" end="\*\/" contains=@Spell
highlight default link noetherMurphiKeyword Keyword
highlight default link noetherMurphiType Type
highlight default link noetherMurphiConstant Constant
highlight default link noetherMurphiNumber Number
highlight default link noetherMurphiString String
highlight default link noetherMurphiComment Comment
let b:current_syntax = 'murphi'
