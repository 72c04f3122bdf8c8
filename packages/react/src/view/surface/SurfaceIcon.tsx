"use client";
import * as icons from "lucide-react";
import { createElement, type ReactNode } from "react";
import { isRecord } from "../../isRecord.ts";
import type { PartNode } from "./surfaceTree.ts";
import { useSurface } from "./surfaceContext.ts";

const known = {
  accountCircle: icons.CircleUser,
  add: icons.Plus,
  arrowBack: icons.ArrowLeft,
  arrowForward: icons.ArrowRight,
  attachFile: icons.Paperclip,
  calendarToday: icons.Calendar,
  call: icons.Phone,
  camera: icons.Camera,
  check: icons.Check,
  close: icons.X,
  delete: icons.Trash2,
  download: icons.Download,
  edit: icons.Pencil,
  event: icons.CalendarDays,
  error: icons.CircleAlert,
  fastForward: icons.FastForward,
  favorite: icons.Heart,
  favoriteOff: icons.HeartOff,
  folder: icons.Folder,
  help: icons.CircleQuestionMark,
  home: icons.House,
  info: icons.Info,
  locationOn: icons.MapPin,
  lock: icons.Lock,
  lockOpen: icons.LockOpen,
  mail: icons.Mail,
  menu: icons.Menu,
  moreVert: icons.EllipsisVertical,
  moreHoriz: icons.Ellipsis,
  notifications: icons.Bell,
  notificationsOff: icons.BellOff,
  pause: icons.Pause,
  payment: icons.CreditCard,
  person: icons.User,
  phone: icons.Phone,
  photo: icons.Image,
  play: icons.Play,
  print: icons.Printer,
  refresh: icons.RefreshCw,
  rewind: icons.Rewind,
  search: icons.Search,
  send: icons.Send,
  settings: icons.Settings,
  share: icons.Share2,
  shoppingCart: icons.ShoppingCart,
  skipNext: icons.SkipForward,
  skipPrevious: icons.SkipBack,
  star: icons.Star,
  starHalf: icons.StarHalf,
  starOff: icons.StarOff,
  stop: icons.Square,
  upload: icons.Upload,
  visibility: icons.Eye,
  visibilityOff: icons.EyeOff,
  volumeDown: icons.Volume1,
  volumeMute: icons.VolumeX,
  volumeOff: icons.VolumeOff,
  volumeUp: icons.Volume2,
  warning: icons.TriangleAlert,
} satisfies Record<string, icons.LucideIcon>;

const isKnown = (name: unknown): name is keyof typeof known => typeof name === "string" && Object.hasOwn(known, name);

const longestPath = 10_000;
/** The letters, digits and signs that lines are written with, and nothing else. */
const pathData = /^\s*[Mm][MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]*$/;

const asPathData = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= longestPath && pathData.test(value) ? value : undefined;

/**
 * An icon by its name, or lines on a ground of 24 by 24, as the agent draws them: data of a `path`, and of nothing
 * else.
 */
export function SurfaceIcon({ node }: { node: PartNode }): ReactNode {
  const { valueOf, labelOf } = useSurface(node);
  const { name } = node.part;
  const given = valueOf(name);
  const label = labelOf(node.part);
  const about = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  if (isKnown(given)) return createElement(known[given], { size: 16, className: "cb-surface-icon", ...about });
  // The first drafts of 0.9 had the lines in `path`, which is also a place in the data.
  const lines = isRecord(name) ? (asPathData(valueOf(name["svgPath"])) ?? asPathData(name["path"])) : undefined;
  if (lines === undefined) return null;
  return (
    <svg className="cb-surface-icon" width={16} height={16} viewBox="0 0 24 24" fill="currentColor" {...about}>
      <path d={lines} />
    </svg>
  );
}

/** The name of an icon in words, for a button that has nothing else. */
export function iconWords(name: unknown): string | undefined {
  return isKnown(name) ? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : undefined;
}
