import type { FieldType } from "@callboard/core/form";
import {
  AtSign,
  Braces,
  Calendar,
  CircleDot,
  Hash,
  Link,
  List,
  Paperclip,
  Phone,
  Rows3,
  Share2,
  ToggleLeft,
  Type,
} from "lucide-react";
import type { ReactNode } from "react";

const icons = {
  text: Type,
  number: Hash,
  boolean: ToggleLeft,
  date: Calendar,
  enum: CircleDot,
  url: Link,
  email: AtSign,
  phone: Phone,
  media: Paperclip,
  relation: Share2,
  object: Rows3,
  array: List,
};

/** The sign of a storage type; braces where a schema alone says what it is. */
export function FieldTypeIcon({ type }: { type: FieldType | undefined }): ReactNode {
  const Icon = type ? icons[type] : Braces;
  return <Icon size={16} aria-hidden />;
}
