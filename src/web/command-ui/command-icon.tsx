import {
  ArrowLeft,
  Banknote,
  ChevronLeft,
  ChevronRight,
  CircleX,
  ClipboardList,
  Copy,
  Ellipsis,
  Factory,
  HandHelping,
  Keyboard,
  ListFilter,
  LogOut,
  type LucideIcon,
  Mail,
  MapPin,
  Package,
  PackageCheck,
  PackageOpen,
  Pencil,
  Printer,
  Search,
  SunMoon,
  Tag,
  Trash2,
  Truck,
  Undo2,
  Users,
} from 'lucide-react'
import type { IconName } from '../../../commands/command.ts'

const ICONS: Record<IconName, LucideIcon> = {
  actions: Ellipsis,
  back: ArrowLeft,
  cancel: CircleX,
  collection: HandHelping,
  consignment: Truck,
  copy: Copy,
  customer: Users,
  delete: Trash2,
  edit: Pencil,
  email: Mail,
  filter: ListFilter,
  keys: Keyboard,
  label: Tag,
  next: ChevronRight,
  order: ClipboardList,
  pack: PackageCheck,
  payment: Banknote,
  previous: ChevronLeft,
  print: Printer,
  product: Package,
  refund: Undo2,
  return: PackageOpen,
  search: Search,
  'sign-out': LogOut,
  supplier: Factory,
  theme: SunMoon,
  tracking: MapPin,
}

/** The drawing beside a command's words; it says nothing to screen readers. */
export function CommandIcon({ name }: { name: IconName | null }) {
  if (name === null) return null
  const Icon = ICONS[name]
  return <Icon aria-hidden="true" />
}
