import type { Door } from '#web/door/door.ts'
import { paths } from './paths.ts'

/** Where merchants' people log in. */
export const portalDoor: Door<'portal'> = { realm: 'portal', name: 'Portail marchand', paths }
