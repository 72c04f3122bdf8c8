"use client";
import * as icons from "lucide-react";
import type { ReactNode } from "react";
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

/** An icon by its name; paths of the agent's own are not drawn. */
export function SurfaceIcon({ node }: { node: PartNode }): ReactNode {
  const { valueOf } = useSurface(node);
  const given = valueOf(node.part["name"]);
  if (typeof given !== "string" || !Object.hasOwn(known, given)) return null;
  const Icon = known[given as keyof typeof known];
  return <Icon size={16} aria-hidden />;
}
