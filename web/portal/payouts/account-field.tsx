import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { Button } from '#web/design/button.tsx'
import { Choices } from '#web/design/choice.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { accountChoice } from '#web/portal/authorized-accounts/pages.tsx'
import { paths } from '#web/portal/paths.ts'

/** Fields of the account to pay, and of the search for it. */
export const accountField = 'compte'
export const searchField = 'cherche'

/** Up to this many accounts need no search. */
export const unsearchedMax = 6
/** Accounts shown at once. */
const shownAtOnce = 6

/** Filters the accounts that are offered. */
export function AccountSearch({
  search,
  found,
}: {
  readonly search: string
  readonly found: number
}) {
  return (
    <div class="card stack">
      <Form action={paths.newPayout} method="get">
        <TextField
          name={searchField}
          label="Chercher un compte"
          type="search"
          hint="Un nom, ou les quatre derniers chiffres."
          value={search}
          maxLength={64}
          isFilter
        />
        <Button look="quiet">Chercher</Button>
      </Form>
      {found === 0 && (
        <p role="status">
          Aucun compte ne correspond. <a href={paths.newPayout}>Voir tous les comptes</a>
        </p>
      )}
    </div>
  )
}

/** The latest accounts and the chosen one; others must be searched for. */
export function AccountField({
  accounts,
  chosen,
  error,
}: {
  readonly accounts: readonly AuthorizedAccount[]
  readonly chosen: string
  readonly error: string | undefined
}) {
  const shown = accounts.filter(({ id }, at) => at < shownAtOnce || id === chosen)
  const others = accounts.length - shown.length
  return (
    <>
      <Choices
        name={accountField}
        label="Vers quel compte&nbsp;?"
        choices={shown.map(accountChoice)}
        value={chosen}
        error={error}
      />
      {others > 0 && (
        <p class="soft small">
          {others === 1 ? 'Un autre compte' : `${others} autres comptes`}
          {'\u00A0'}: cherchez par le nom.
        </p>
      )}
    </>
  )
}
