import { jsonValue } from "../../json/jsonValue.ts";
import type { ValidationIssue } from "../../schema/validator.ts";
import { checkForm, setStatus, showAnswers, type Form } from "./editForm.ts";
import type { SubmitHandler } from "./formState.ts";
import { thrownIssues, toIssues, type SubmitErrors } from "./submitErrors.ts";

/** Checks the form and hands its value to `handler`; what that answers or throws lands on the fields. */
export async function submitForm(form: Form, handler: SubmitHandler): Promise<boolean> {
  const { document, issues, history, listeners, options, status } = form;
  if (status.getState().submitting) return false;
  const preparing = options.prepare?.();
  if (preparing) {
    setStatus(form, { submitting: true });
    await preparing;
  }
  history.close();
  document.incoming?.finish();
  showAnswers(form, []);
  status.setState({ attempts: status.getState().attempts + 1 });
  checkForm(form);
  const submitted = document.content();
  const value = jsonValue(document.output());
  const refuse = (answers: readonly ValidationIssue[]): false => {
    showAnswers(form, answers);
    setStatus(form, { submitting: false, issues: issues.all() });
    listeners.notifyAll();
    return false;
  };
  if (issues.all().length > 0) return refuse([]);
  setStatus(form, { issues: [], submitting: false });
  try {
    let given = value;
    if (options.readBeforeSubmit) {
      setStatus(form, { submitting: true });
      const read = await options.readBeforeSubmit(value);
      if (read.issues) return refuse(read.issues);
      given = read.value;
    }
    let answer = handler(given);
    if (isPromise(answer)) {
      setStatus(form, { submitting: true });
      answer = await answer;
    }
    const wrong = toIssues(answer);
    if (wrong.length > 0) return refuse(wrong);
  } catch (error) {
    return refuse(thrownIssues(error));
  }
  showAnswers(form, []);
  // What was typed meanwhile is not submitted yet.
  form.clean = submitted.value;
  if (document.read("") === form.clean) document.dirty = false;
  setStatus(form, { submitting: false, attempts: 0, issues: [], dirty: document.dirty });
  return true;
}

const isPromise = (value: unknown): value is Promise<SubmitErrors> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
