// An empty script, whose run time is the start of Node itself.
