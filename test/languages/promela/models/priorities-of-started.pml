// expect: states 5
// SPIN's own example of priorities, with counters of two values: init stops inside its atomic sequence.

int a[5];

proctype A()
{
	do
	:: printf("%d\n", _pid); a[_pid] = 1 - a[_pid]
	od
}

init {
	atomic {
		run A() priority 1;
		run A() priority 2;
		run A() priority 3;
		run A() priority 4;
}	}
