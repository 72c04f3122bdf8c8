import type { JsonSchema } from "@callboard/core";
import { isRecord } from "../../isRecord.ts";

/** Whether an answer is a record; one that is none has one field in its form, `answer`. */
export const isRecordAnswer = (schema: JsonSchema): boolean =>
  schema.type === "object" || isRecord(schema.properties) || schema.$ref !== undefined;

/** What a question's form has as an answer. */
export const answerContent = (schema: JsonSchema, value: unknown): unknown =>
  isRecordAnswer(schema) || !isRecord(value) ? value : value["answer"];
