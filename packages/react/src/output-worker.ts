// The worker that large outputs are read in, for a page that starts it itself.
import "./view/outputWorker.ts";
