setlocal commentstring=//\ %s
setlocal makeprg=noether\ check\ --quiet\ %
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%-G%.%#
