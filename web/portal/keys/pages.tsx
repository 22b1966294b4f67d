import { replaceApiKey } from '#use-cases/keys/replace.ts'
import type { MerchantKeyKind } from '#use-cases/keys/issue.ts'
import { listApiKeys } from '#use-cases/keys/list.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { KeysPage, NewKeyPage, oldKeyChoices } from './view.tsx'

const permission = 'keys.manage'

/** The keys of a service in one mode: which there are, and a new one in place of one that leaked or is old. */
export function keyPages(context: WebContext): readonly PageRoute[] {
  const page = async ({ session }: PortalInput, faults: readonly FieldFault[] = []) => {
    const keys = await listApiKeys(context.database, session.place.id)
    return <KeysPage portal={session} keys={keys} faults={faults} />
  }
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.keys,
      permission,
      handler: async (input) => html(await page(input)),
    }),
    portalWrite(context, {
      path: paths.keys,
      permission,
      read: readReplacement,
      act: ({ kind, oldWorkSeconds }) => ({
        act: 'api_key.replace',
        details: { kind, oldWorkSeconds },
      }),
      async work(replacement, { session }) {
        const { token } = await replaceApiKey(context.database, session.place, replacement)
        return html(<NewKeyPage portal={session} {...replacement} token={token} />)
      },
      again: page,
    }),
  ]
}

function readReplacement({ form }: PortalInput) {
  const kind = kinds.find((known) => known === form.text('type'))
  if (kind === undefined) throw refuse('bad_request')
  const choice = oldKeyChoices.find(({ value }) => value === form.text('ancienne'))
  if (choice === undefined) {
    const message = 'Choisissez quand l’ancienne clé cesse de fonctionner.'
    throw new FieldRefusal([{ field: 'ancienne', message }])
  }
  return { kind, oldWorkSeconds: Number(choice.value) }
}

const kinds: readonly MerchantKeyKind[] = ['secret', 'public']
