" LoLA: place/transition nets in LoLA's low-level format. Made by scripts/grammars.ts.
if exists('b:current_syntax') | finish | endif
syntax keyword noetherLolaKeyword PLACE MARKING TRANSITION CONSUME PRODUCE SAFE STRONG WEAK FAIR
syntax match noetherLolaNumber "\<\d\+\>"
syntax region noetherLolaString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match noetherLolaComment "\/\/.*$" contains=@Spell
syntax region noetherLolaComment start="{" end="}" contains=@Spell
highlight default link noetherLolaKeyword Keyword
highlight default link noetherLolaType Type
highlight default link noetherLolaConstant Constant
highlight default link noetherLolaNumber Number
highlight default link noetherLolaString String
highlight default link noetherLolaComment Comment
let b:current_syntax = 'lola'
