import type { WebContext } from '#web/context.ts'
import type { Door } from '#web/door/door.ts'
import { paths, signUpPaths } from './paths.ts'

/** The log-in of merchants' people. */
export const portalDoor: Door<'portal'> = { realm: 'portal', paths }

/** The same, with the sign-up for new merchants, if that is open. */
export function portalDoorOf({ isSignUpOpen }: Pick<WebContext, 'isSignUpOpen'>): Door<'portal'> {
  return isSignUpOpen ? { ...portalDoor, paths: { ...paths, signUp: signUpPaths } } : portalDoor
}
