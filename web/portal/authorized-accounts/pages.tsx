import { fail } from '#domain/errors/errors.ts'
import {
  addAuthorizedAccount,
  type NewAuthorizedAccount,
} from '#use-cases/authorized-accounts/add.ts'
import { revokeAuthorizedAccount } from '#use-cases/authorized-accounts/revoke.ts'
import {
  findAuthorizedAccount,
  listAuthorizedAccounts,
} from '#use-cases/authorized-accounts/find.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { param, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { fields, readBankAccount, readPhoneAccount } from './fields.ts'
import { NewBankAccount, NewPhoneAccount } from './new-account.tsx'
import { AccountPage, AccountsPage, revokePath } from './view.tsx'

const permission = 'accounts.manage'

/** To whom a service may send its money, in one mode: listed, added and revoked. */
export function authorizedAccountPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.accounts,
      permission,
      async handler({ session }) {
        const accounts = await listAuthorizedAccounts(database, session.place.id)
        return html(<AccountsPage portal={session} accounts={accounts} />)
      },
    }),
    ...additionPages(context, {
      path: paths.newPhoneAccount,
      Page: NewPhoneAccount,
      read: ({ form }) => readPhoneAccount(form),
      numberField: fields.phone,
    }),
    ...additionPages(context, {
      path: paths.newBankAccount,
      Page: NewBankAccount,
      read({ form, session }) {
        if (session.place.mode !== 'live') throw fail('live_mode_required')
        return readBankAccount(form)
      },
      numberField: fields.account,
    }),
    ...accountPages(context),
  ]
}

interface Addition {
  readonly path: string
  readonly Page: typeof NewPhoneAccount
  readonly read: (input: PortalInput) => NewAuthorizedAccount
  /** The field of the number, which may stand among the accounts already. */
  readonly numberField: string
}

function additionPages(
  context: WebContext,
  { path, Page, read, numberField }: Addition,
): readonly PageRoute[] {
  const { database } = context
  return [
    portalPage(context, {
      method: 'GET',
      path,
      permission,
      handler: ({ session }) => html(<Page portal={session} typed={() => ''} />),
    }),
    portalWrite(context, {
      path,
      permission,
      read,
      act: ({ type, provider }) => ({
        act: 'authorized_account.add',
        details: { type, provider },
      }),
      async work(account, { session }) {
        const { place } = session
        const id = await addAuthorizedAccount(database, place.id, account)
        const text =
          place.mode === 'live'
            ? 'Compte ajouté. Nos équipes le vérifient avant le premier retrait.'
            : 'Compte ajouté\u00A0: vous pouvez y retirer dès maintenant.'
        return redirect(`${paths.accounts}/${id}`, { flash: { tone: 'ok', text } })
      },
      fields: { authorized_account_exists: numberField },
      again: ({ form, session }, faults) => (
        <Page portal={session} typed={(name) => form.text(name)} faults={faults} />
      ),
    }),
  ]
}

function accountPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const find = (input: PortalInput) =>
    findAuthorizedAccount(database, input.session.place.id, param(input, 'id'))
  return [
    portalPage(context, {
      method: 'GET',
      path: `${paths.accounts}/:id`,
      permission,
      async handler(input) {
        return html(<AccountPage portal={input.session} account={await find(input)} />)
      },
    }),
    portalWrite(context, {
      path: revokePath(':id'),
      permission,
      read: find,
      act: ({ id }) => ({
        act: 'authorized_account.revoke',
        subject: { kind: 'authorized_account', id },
      }),
      async work({ id, holderName }, { session }) {
        await revokeAuthorizedAccount(database, { serviceEnvId: session.place.id, id })
        const text = `Compte de ${holderName} révoqué\u00A0: plus rien n’y sera envoyé.`
        return redirect(paths.accounts, { flash: { tone: 'ok', text } })
      },
      again: async (input, faults) => (
        <AccountPage portal={input.session} account={await find(input)} faults={faults} />
      ),
    }),
  ]
}
