import { answerAsThread } from "../thread/answerAsThread.ts";
import { answerSandboxRequests } from "./sandbox.ts";

answerAsThread(answerSandboxRequests());
