import { askForAct } from '#use-cases/passkeys/confirm.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { refuse } from '#web/errors/refusal.ts'
import { file, isLocalPath, type PageAnswer } from '#web/http/answer.ts'
import type { PageInput } from '#web/http/route.ts'

/** The address that performs the action. */
const pathMax = 300

/** Requested by a page's script before a passkey confirms a form: a challenge for the address that the form goes to. */
export function questionOf<Who extends { readonly session: Session }>(
  database: WebContext['database'],
  site: NonNullable<WebContext['passkeySite']>,
) {
  return async ({ form, session: { session } }: PageInput<Who>): Promise<PageAnswer> => {
    const path = form.text('action')
    if (!isLocalPath(path) || path.length > pathMax) throw refuse('bad_request')
    const ask = await askForAct(database, site, { session, path })
    const fileName = 'question.json'
    return file({ content: JSON.stringify(ask), contentType: 'application/json', fileName })
  }
}
