import type { Translation } from "./translation.ts";

/** Parts of forms that are fetched when a form has them: entries and kinds, tools, the JSON view, drafts. */
export const formPartsEnglish = {
  // Optional objects, entries and kinds in forms
  "form.showLabel": "Show {label}",
  "form.entryName": "Name",
  "form.entryValue": "Value",
  "form.addEntry": "Add entry",
  "form.addEntryTo": "Add entry to {label}",
  "form.entryAdded": "Entry added",
  "form.editAsJson": "Edit as JSON",
  "form.editAsJsonOf": "Edit as JSON: {label}",
  "form.editAsEntries": "Edit as entries",
  "form.editAsEntriesOf": "Edit as entries: {label}",
  "form.branch": "Kind",
  "form.branchOf": "Kind of {label}",
  "form.option": "Option {index}",
  "form.submits": "Its value: {value}",
  "form.addLevel": "Add another level of {label}",

  "form.deprecated": "{label} (no longer in use)",
  "form.noValue": "Nothing can be written here: only code can make such a value.",

  // What went wrong, and what can be taken back
  "form.issue.entryName": "Give this entry a name",
  "form.issue.entryTaken": "Another entry has this name",
  "form.checkedOnServer": "The form of this text is checked on the server.",
  "form.removed": "{label} removed",
  "form.undoRemove": "Undo",
  "form.restore": "Undo: bring back {label}",
  "form.summary": { one: "One field needs attention", other: "{count} fields need attention" },
  "form.summaryForm": "This could not be submitted",

  // The toolbar of a form
  "form.tools": "Form tools",
  "form.view": "View",
  "form.view.form": "Form",
  "form.view.json": "JSON",
  "form.undo": "Undo",
  "form.redo": "Redo",
  "form.reset": "Reset",
  "form.wasReset": "The form is as it was at the start. Undo brings back what you typed.",
  "form.copy": "Copy input",
  "form.copy.json": "as JSON",
  "form.copy.curl": "as curl",
  "form.copy.call": "as a call in code",
  "form.copy.copied": "Copied",
  "form.copy.copiedWithoutSecrets": "Copied without secret fields",
  "form.copy.failed": "The browser did not allow copying. Select the text in the JSON view instead.",

  // The JSON view of a form
  "form.jsonLabel": "Input as JSON",
  "form.jsonBroken":
    "The JSON is not valid yet, so the fields show the last valid values. Changing a field replaces the JSON; undo restores it.",
  "form.jsonIssues": { one: "One line needs attention", other: "{count} lines need attention" },
  "form.jsonWarnings": {
    one: "One line has a name that is no field; the form can be sent all the same",
    other: "{count} lines have names that are no fields; the form can be sent all the same",
  },
  "form.jsonIssue": "Line {line}: {message}",
  "form.json.comma": "a comma is missing",
  "form.json.colon": "a colon is missing",
  "form.json.value": "a value is missing",
  "form.json.name": "a name in double quotes is missing",
  "form.json.brace": "a closing } is missing",
  "form.json.bracket": "a closing ] is missing",
  "form.json.text": "a text does not end",
  "form.json.number": "a number does not end",
  "form.json.symbol": "this is neither a value nor a name",
  "form.json.end": "the JSON should end here",
  "form.json.unknown": "“{name}” is not a field of this tool.",
  "form.json.meant": "“{name}” is not a field of this tool. Did you mean “{meant}”?",
  "form.json.elsewhere": "“{name}” is a field of this tool, but not with the other values given here.",

  // Drafts
  "form.draft.restored": "Restored what you typed on {when}.",
  "form.draft.restoredBefore": "Restored what you typed before.",
  "form.draft.discard": "Discard",
  "form.draft.dismiss": "Keep it and hide this note",
  "form.draft.discarded": "The draft was discarded. Undo brings it back.",
  "form.draft.notKept": "Drafts are not kept: the browser's storage is full or blocked.",
} satisfies Record<string, Translation>;
