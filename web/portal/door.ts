import type { Door } from '#web/door/door.ts'
import { paths } from './paths.ts'

/** The log-in of merchants' people. */
export const portalDoor: Door<'portal'> = { realm: 'portal', name: 'Portail marchand', paths }
