" Rebeca: actors, the language of RMC and Afra. Made by scripts/grammars.ts.
if exists('b:current_syntax') | finish | endif
syntax keyword noetherRebecaKeyword abstract break case continue default else env extends for if implements instanceof interface knownobjects knownrebecs main msgsrv new reactiveclass return statevars switch while
syntax keyword noetherRebecaType boolean int byte short
syntax keyword noetherRebecaConstant false null self sender true
syntax match noetherRebecaNumber "\<\d\+\>"
syntax region noetherRebecaString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match noetherRebecaComment "\/\/.*$" contains=@Spell
syntax region noetherRebecaComment start="\/\*" end="\*\/" contains=@Spell
highlight default link noetherRebecaKeyword Keyword
highlight default link noetherRebecaType Type
highlight default link noetherRebecaConstant Constant
highlight default link noetherRebecaNumber Number
highlight default link noetherRebecaString String
highlight default link noetherRebecaComment Comment
let b:current_syntax = 'rebeca'
