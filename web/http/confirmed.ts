import { proveByPasskey } from '#use-cases/passkeys/confirm.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { passkeyAnswerField, passkeyForField } from '#web/design/confirm.tsx'
import type { PageInput } from './route.ts'

/**
 * The same request, with the password field replaced by a proof if the form sent a passkey's answer instead
 * (`<ConfirmField>`). Whatever accepts the password accepts that proof, once, and refuses a wrong one.
 */
export async function confirmedByPasskey<Who extends { readonly session: Session }>(
  { database, passkeySite: site }: Pick<WebContext, 'database' | 'passkeySite'>,
  input: PageInput<Who>,
): Promise<PageInput<Who>> {
  const { form, path, requestId } = input
  const [answer, field] = [form.secret(passkeyAnswerField), form.text(passkeyForField)]
  if (site === null || answer === '' || form.secret(field) !== '') return input
  const act = { session: input.session.session, path }
  const given = { answer, cause: { requestId } }
  const proof = await proveByPasskey({ database, site }, act, given)
  const secret = (name: string): string => (name === field ? proof : form.secret(name))
  return { ...input, form: { ...form, secret } }
}
