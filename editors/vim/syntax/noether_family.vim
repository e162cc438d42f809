" family: families of systems of any size; `-D n=5` for an instance. Made by scripts/grammars.ts.
if exists('b:current_syntax') | finish | endif
syntax keyword noetherFamilyKeyword alphabet let automaton configurations transition initial bad pattern mirror pushdown given accepting id
syntax match noetherFamilyNumber "\<\d\+\>"
syntax region noetherFamilyString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match noetherFamilyComment "\/\/.*$" contains=@Spell
highlight default link noetherFamilyKeyword Keyword
highlight default link noetherFamilyType Type
highlight default link noetherFamilyConstant Constant
highlight default link noetherFamilyNumber Number
highlight default link noetherFamilyString String
highlight default link noetherFamilyComment Comment
let b:current_syntax = 'family'
