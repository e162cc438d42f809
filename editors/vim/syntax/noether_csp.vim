" CSP#: processes and events, the language of PAT. Made by scripts/grammars.ts.
if exists('b:current_syntax') | finish | endif
syntax keyword noetherCspKeyword assert atomic call case channel default else hvar if ifa ifb interrupt new var while xor define alphabet deadlockfree nonterminating divergencefree deterministic reaches refines with min max
syntax keyword noetherCspType enum
syntax keyword noetherCspConstant Skip Stop false tau true
syntax match noetherCspNumber "\<\d\+\>"
syntax region noetherCspString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match noetherCspComment "\/\/.*$" contains=@Spell
syntax region noetherCspComment start="\/\*" end="\*\/" contains=@Spell
highlight default link noetherCspKeyword Keyword
highlight default link noetherCspType Type
highlight default link noetherCspConstant Constant
highlight default link noetherCspNumber Number
highlight default link noetherCspString String
highlight default link noetherCspComment Comment
let b:current_syntax = 'csp'
