" seq: Noether's own language of guarded transitions. Made by scripts/grammars.ts.
if exists('b:current_syntax') | finish | endif
syntax keyword noetherSeqKeyword assert bound by const count deadlock else empty except exists for forall full if init invariant len ltl of pop predicate property push reachable sum transient transition type var when where while X U W R
syntax keyword noetherSeqType array bool enum queue record
syntax keyword noetherSeqConstant false true
syntax match noetherSeqNumber "\<\d\+\>"
syntax region noetherSeqString start=+"+ skip=+\\"+ end=+"+ oneline
syntax match noetherSeqComment "\/\/.*$" contains=@Spell
syntax region noetherSeqComment start="\/\*" end="\*\/" contains=@Spell
highlight default link noetherSeqKeyword Keyword
highlight default link noetherSeqType Type
highlight default link noetherSeqConstant Constant
highlight default link noetherSeqNumber Number
highlight default link noetherSeqString String
highlight default link noetherSeqComment Comment
let b:current_syntax = 'seq'
