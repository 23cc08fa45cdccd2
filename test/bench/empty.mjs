// An empty Node process: the floor of everything.
