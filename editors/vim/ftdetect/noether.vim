" Files of Noether. Made by scripts/grammars.ts.
autocmd BufRead,BufNewFile *.seq setfiletype noether_seq
autocmd BufRead,BufNewFile *.csp if search('\c[-=]', 'nw') | set filetype=noether_csp | endif
autocmd BufRead,BufNewFile *.pml setfiletype promela
autocmd BufRead,BufNewFile *.prom setfiletype promela
autocmd BufRead,BufNewFile *.promela setfiletype promela
autocmd BufRead,BufNewFile *.spin setfiletype promela
autocmd BufRead,BufNewFile *.pr setfiletype promela
autocmd BufRead,BufNewFile *.prm setfiletype promela
autocmd BufRead,BufNewFile *.pm setfiletype promela
autocmd BufRead,BufNewFile *.p setfiletype promela
autocmd BufRead,BufNewFile *.rebeca setfiletype noether_rebeca
autocmd BufRead,BufNewFile *.pnml setfiletype xml
autocmd BufRead,BufNewFile *.lola setfiletype noether_lola
autocmd BufRead,BufNewFile *.net setfiletype noether_lola
autocmd BufRead,BufNewFile *.rsp setfiletype noether_family
autocmd BufRead,BufNewFile *.m if search('\cstartstate', 'nw') | set filetype=noether_murphi | endif
autocmd BufRead,BufNewFile *.murphi setfiletype noether_murphi
