// The public list, by hand.
export { ToolProvider, useCallboard } from "./provider/ToolProvider.tsx";
export type { Callboard, ToolProviderProps } from "./provider/ToolProvider.tsx";
export { createUiRegistry, uiRegistry } from "./provider/uiRegistry.ts";
export type { SlotKind, UiRegistry } from "./provider/uiRegistry.ts";
export { english } from "./messages/catalogue.ts";
export { directionOf } from "./messages/direction.ts";
export { createTranslate } from "./messages/messages.ts";
export type { Message, MessageKey, MessageParams, Messages, Translate } from "./messages/messages.ts";
export { useAgent, useCall, useTimeline } from "./timeline/useNode.ts";
export { useSession } from "./timeline/useSession.ts";
export type { FollowedSession } from "./timeline/useSession.ts";
export { useText } from "./timeline/useText.ts";
export { useApprovals } from "./timeline/useApprovals.ts";
export type { Approvals } from "./timeline/useApprovals.ts";
export type { Ask } from "./timeline/askIndex.ts";
export { useFollowEnd } from "./timeline/useFollowEnd.ts";
export type { FollowedEnd } from "./timeline/useFollowEnd.ts";
export { AgentTimeline } from "./timeline/AgentTimeline.tsx";
export type { AgentTimelineProps } from "./timeline/AgentTimeline.tsx";
export { ToolCallCard } from "./call/ToolCallCard.tsx";
export type { ToolCallCardProps } from "./call/ToolCallCard.tsx";
export { Chat } from "./chat/Chat.tsx";
export type { ChatProps } from "./chat/Chat.tsx";
export { ChatThread } from "./chat/ChatThread.tsx";
export type { ChatThreadProps } from "./chat/ChatThread.tsx";
export { ChatComposer } from "./chat/ChatComposer.tsx";
export type { ChatComposerProps, ComposerHandle } from "./chat/ChatComposer.tsx";
export { SessionList } from "./chat/SessionList.tsx";
export type { SessionListProps } from "./chat/SessionList.tsx";
export { Markdown } from "./chat/markdown/Markdown.tsx";
export type { MarkdownProps } from "./chat/markdown/Markdown.tsx";
export { AdditionalInputs, bootstrapFieldRegistry, FormSpecRenderer, SchemaForm, ToolForm } from "./form/index.ts";
export type {
  AdditionalInputsProps,
  FieldComponents,
  FieldDisplayProps,
  FieldInputProps,
  FormSpecRendererProps,
  SchemaFormProps,
  ToolFormHandle,
  ToolFormMode,
  ToolFormProps,
} from "./form/index.ts";
export { ImageDropzoneUploader } from "./field/ImageDropzoneUploader.tsx";
export type { ImageDropzoneUploaderProps } from "./field/ImageDropzoneUploader.tsx";
export { EntityPicker } from "./field/EntityPicker.tsx";
export type { EntityPickerProps } from "./field/EntityPicker.tsx";
export { ConnectionPicker } from "./field/ConnectionPicker.tsx";
export type { ConnectionPickerProps } from "./field/ConnectionPicker.tsx";
export { FieldDefinitionForm } from "./field/FieldDefinitionForm.tsx";
export type { FieldDefinitionFormProps } from "./field/FieldDefinitionForm.tsx";
export { FieldDefinitionDisplay } from "./field/FieldDefinitionDisplay.tsx";
export type { FieldDefinitionDisplayProps } from "./field/FieldDefinitionDisplay.tsx";
export { FieldDefinitionEditor } from "./editor/FieldDefinitionEditor.tsx";
export type { FieldDefinitionEditorProps } from "./editor/FieldDefinitionEditor.tsx";
export { FilterForm } from "./filter/FilterForm.tsx";
export type { FilterFormProps } from "./filter/FilterForm.tsx";
export { ToolPage } from "./page/ToolPage.tsx";
export type { ToolPageProps } from "./page/ToolPage.tsx";
export { ToolLibrary } from "./page/ToolLibrary.tsx";
export type { ToolFailure, ToolLibraryProps } from "./page/ToolLibrary.tsx";
export { ToolIcon } from "./page/ToolIcon.tsx";
export type { ToolIconProps } from "./page/ToolIcon.tsx";
export { ToolOutput } from "./view/ToolOutput.tsx";
export type { CustomBlockProps, CustomViewProps, OutputTool, ToolOutputProps } from "./view/ToolOutput.tsx";
