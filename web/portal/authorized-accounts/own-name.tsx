import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { ownNameLengthMax, readOwnName } from '#domain/authorized-accounts/own-name.ts'
import { findAuthorizedAccount } from '#use-cases/authorized-accounts/find.ts'
import { renameAuthorizedAccount } from '#use-cases/authorized-accounts/rename.ts'
import type { WebContext } from '#web/context.ts'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { seenOf } from '#web/design/seen.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import type { Form } from '#web/http/form.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { accountText, calledOf } from './account-text.ts'
import { type AccountWords, accountWords, useAccountWords } from './words.tsx'

/** The field of the name that a merchant gives an account. */
export const ownNameField = 'nom'

/** The name as it is kept, null for none; a name that is too long has a fault. */
export function typedName(
  form: Form,
  words: AccountWords['faults'],
): { readonly ownName: string | null; readonly faults: readonly FieldFault[] } {
  const ownName = readOwnName(form.text(ownNameField))
  if (ownName !== undefined) return { ownName, faults: [] }
  const message = words.nameLong(`${ownNameLengthMax}`)
  return { ownName: null, faults: [{ field: ownNameField, message }] }
}

/** Where the name is typed; it may stay empty. */
export function OwnNameField({
  value,
  faults,
}: {
  readonly value: string
  readonly faults: readonly FieldFault[]
}) {
  const { name: words } = useAccountWords()
  return (
    <TextField
      name={ownNameField}
      label={words.label}
      hint={words.hint}
      value={value}
      error={errorAt(faults, ownNameField)}
      example={words.example}
      maxLength={ownNameLengthMax}
      autocomplete="off"
      isOptional
    />
  )
}

/** Changes the name of an account, or takes it away. */
export function renamePages(context: WebContext): readonly PageRoute[] {
  const path = renamePath(':id')
  const find = (input: PortalInput) =>
    findAuthorizedAccount(context.database, input.session.place.id, param(input, 'id'))
  return [
    portalReads(context, permission)(path, async (input) => {
      const account = await find(input)
      return html(<RenamePage account={account} />)
    }),
    portalWrite(context, {
      path,
      permission,
      seenNow: async (input) => seenOf((await find(input)).ownName),
      async read(input) {
        const account = await find(input)
        const { ownName, faults } = typedName(input.form, accountWords[input.language].faults)
        if (faults.length > 0) throw new FieldRefusal(faults)
        return { account, ownName }
      },
      act: ({ account: { id } }) => ({
        act: 'authorized_account.rename',
        subject: { kind: 'authorized_account', id },
      }),
      async work({ account: { id, ownName: from }, ownName: to }, { session, language }) {
        const serviceEnvId = session.place.id
        await renameAuthorizedAccount(context.database, { serviceEnvId, id, from, to })
        const { name: words } = accountWords[language]
        return doneAt(`${paths.accounts}/${id}`, to === null ? words.removed : words.changed(to))
      },
      again: async (input, faults) => (
        <RenamePage
          account={await find(input)}
          typed={input.form.text(ownNameField)}
          faults={faults}
        />
      ),
    }),
  ]
}

const permission = 'accounts.manage'

/** Where an account is renamed. */
export function renamePath(id: string): string {
  return `${paths.accounts}/${id}/nom`
}

function RenamePage({
  account,
  typed,
  faults = [],
}: {
  readonly account: AuthorizedAccount
  /** What was typed and refused; absent to show the name as it is. */
  readonly typed?: string
  readonly faults?: readonly FieldFault[]
}) {
  const { name: words, detail } = useAccountWords()
  const { id, ownName, holderName } = account
  return (
    <PortalFrame title={words.change}>
      <p>
        <a href={`${paths.accounts}/${id}`}>{calledOf(account)}</a>
      </p>
      <h1>{words.change}</h1>
      <div class="card stack narrow">
        <Facts
          facts={[
            { label: detail.holder, value: holderName },
            { label: detail.account, value: accountText(account) },
          ]}
        />
        <WriteForm
          action={renamePath(id)}
          faults={faults}
          button={words.save}
          seen={seenOf(ownName)}
        >
          <OwnNameField value={typed ?? ownName ?? ''} faults={faults} />
        </WriteForm>
      </div>
    </PortalFrame>
  )
}
