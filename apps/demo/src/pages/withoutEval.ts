import { config } from "zod/v4/core";

// The chat clients check what they are sent with zod, which compiles its checks where it may. Here nothing may be compiled,
// and that it tries would be reported. To be imported before them.
config({ jitless: true });
