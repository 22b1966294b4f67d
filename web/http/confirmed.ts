import { proveByPasskey } from '#use-cases/passkeys/confirm.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { WebContext } from '#web/context.ts'
import { passkeyAnswerField, passkeyForField } from '#web/design/confirm.tsx'
import type { PageInput } from './route.ts'

/**
 * The same request, whose field of the password reads as a proof where its form brings the answer of a passkey instead
 * (`<ConfirmField>`). Whatever takes the password takes that, once; what is wrong is refused there.
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
