import type { Door } from '#web/door/door.ts'
import { paths } from './paths.ts'

/** Where the staff logs in. */
export const staffDoor: Door<'staff'> = {
  realm: 'staff',
  name: 'Espace de l’équipe',
  isStaff: true,
  paths,
}
