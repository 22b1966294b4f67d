import { type Money, money, subtract } from '#domain/money/money.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { fields, type PricedWish, type Typed } from './order.ts'
import { providerName } from './words.tsx'

/** The second step: the exact figures, and the password that lets them happen. */
export function PayoutConfirm({
  portal,
  wish,
  typed,
  faults = [],
}: {
  readonly portal: Portal
  readonly wish: PricedWish
  readonly typed: Typed
  readonly faults?: readonly FieldFault[]
}) {
  const { pricing } = wish.offer
  const isBank = wish.account.type === 'bank'
  const kept = { ...typed, total: `${pricing.amountCharged.minor}` }
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return (
    <PortalFrame portal={portal} title="Confirmer le retrait">
      <h1>Confirmer le retrait</h1>
      <div class="grid start">
        <Figures wish={wish} />
        <div class="card stack">
          <WriteForm
            portal={portal}
            action={paths.newPayout}
            faults={faults}
            button={isBank ? 'Demander le virement' : 'Envoyer l’argent'}
          >
            {names.map((name) => (
              <input key={name} type="hidden" name={fields[name]} value={kept[name]} />
            ))}
            <p class="soft">
              {isBank
                ? 'Nos équipes font le virement à la banque. Vous pouvez l’annuler tant qu’elles ne l’ont pas pris en charge.'
                : 'L’argent part aussitôt, et un retrait Mobile Money ne s’annule pas.'}
            </p>
          </WriteForm>
          <p>
            <a href={paths.newPayout}>Recommencer</a>
          </p>
        </div>
      </div>
    </PortalFrame>
  )
}

function Figures({ wish }: { readonly wish: PricedWish }) {
  const { account, offer, order, available } = wish
  const { pricing } = offer
  const before: Money = money(available, 'XOF')
  return (
    <div class="card stack">
      <p>
        <Amount of={pricing.net} isHero />
      </p>
      <Facts
        facts={[
          { label: 'Pour', value: account.holderName },
          { label: 'Par', value: providerName(offer.provider) },
          {
            label: account.type === 'bank' ? 'Compte' : 'Numéro',
            value: account.type === 'bank' ? account.accountMasked : groupedPhone(account.phone),
          },
          { label: 'Libellé', value: order.description },
          { label: 'Référence', value: order.reference },
        ]}
      />
      <Facts
        facts={[
          { label: 'Montant reçu', value: <Amount of={pricing.net} /> },
          { label: 'Frais', value: <Amount of={pricing.fees.amount} /> },
          {
            label: 'Pris sur votre solde',
            value: <Amount of={pricing.amountCharged} />,
            isTotal: true,
          },
        ]}
      />
      <Facts
        facts={[
          { label: 'Solde disponible', value: <Amount of={before} /> },
          {
            label: 'Après ce retrait',
            value: <Amount of={subtract(before, pricing.amountCharged)} />,
          },
        ]}
      />
    </div>
  )
}
