import { answerAsThread } from "../thread/answerAsThread.ts";
import { answerIndexRequests } from "./indexProtocol.ts";

answerAsThread(answerIndexRequests());
