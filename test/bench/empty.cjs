// An empty Node process: the minimum start time.
