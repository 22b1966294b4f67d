import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { Ask } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime, Time } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { AccountBadge, accountText } from './words.tsx'

/** To whom money may go. */
export function AccountsPage({
  portal,
  accounts,
}: {
  readonly portal: Portal
  readonly accounts: readonly AuthorizedAccount[]
}) {
  const isLive = portal.place.mode === 'live'
  return (
    <PortalFrame portal={portal} title="Comptes autorisés">
      <h1>Comptes autorisés</h1>
      <p class="soft">
        L’argent ne part que vers ces comptes, par le portail comme par l’API.
        {isLive && ' Nos équipes vérifient chacun avant le premier retrait.'}
      </p>
      <div class="row">
        <ButtonLink href={paths.newPhoneAccount} icon="phone">
          Ajouter un numéro
        </ButtonLink>
        {isLive && (
          <ButtonLink href={paths.newBankAccount} icon="card" look="quiet">
            Ajouter un compte bancaire
          </ButtonLink>
        )}
      </div>
      {accounts.length === 0 ? (
        <Empty title="Aucun compte autorisé">
          <p>Ajoutez le numéro Mobile Money ou le compte bancaire où vous voulez être payé.</p>
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Comptes autorisés, les plus récents d’abord"
            columns={columns}
            rows={accounts}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </PortalFrame>
  )
}

const columns: readonly Column<AuthorizedAccount>[] = [
  {
    title: 'Titulaire',
    cell: ({ id, holderName }) => <a href={`${paths.accounts}/${id}`}>{holderName}</a>,
  },
  { title: 'Compte', cell: accountText },
  { title: 'Ajouté', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: 'Statut', cell: ({ status }) => <AccountBadge status={status} /> },
]

/** One account, and the way to close it. */
export function AccountPage({
  portal,
  account,
  faults = [],
}: {
  readonly portal: Portal
  readonly account: AuthorizedAccount
  readonly faults?: readonly FieldFault[]
}) {
  const { holderName, status, createdAt, verifiedAt } = account
  return (
    <PortalFrame portal={portal} title={holderName}>
      <p>
        <a href={paths.accounts}>Comptes autorisés</a>
      </p>
      <div class="row spread">
        <h1>{holderName}</h1>
        <AccountBadge status={status} />
      </div>
      <div class="card stack narrow">
        <Facts
          facts={[
            { label: 'Compte', value: accountText(account) },
            { label: 'Ajouté', value: <ExactTime at={createdAt} /> },
            { label: 'Vérifié', value: verifiedAt && <ExactTime at={verifiedAt} /> },
          ]}
        />
      </div>
      {status !== 'revoked' && (
        <Ask button="Révoquer ce compte" isDanger isOpen={faults.length > 0}>
          <p>
            Plus aucun retrait ne partira vers ce compte, pour de bon{'\u00A0'}; ceux qui sont déjà
            demandés vont à leur fin.
          </p>
          <WriteForm
            portal={portal}
            action={revokePath(account.id)}
            faults={faults}
            button="Révoquer le compte"
            look="danger"
          />
        </Ask>
      )}
    </PortalFrame>
  )
}

/** Where an account is closed. */
export function revokePath(id: string): string {
  return `${paths.accounts}/${id}/revocation`
}
