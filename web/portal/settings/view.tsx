import { type CurrencyCode, currencyOf } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import { banks, operatorOf } from '#domain/operators/operators.ts'
import type { ServiceSettings } from '#use-cases/settings/read.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { Facts } from '#web/design/facts.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { MerchantMark } from '#web/design/merchant.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { errorAt } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'

export const publicNameLengthMax = 120

/** Who may pay the fees; null is what the tariff says. */
export const feePayers: readonly (Choice & { readonly payer: Payer | null })[] = [
  { value: 'tarif', payer: null, label: 'Selon le tarif convenu' },
  {
    value: 'client',
    payer: 'customer',
    label: 'Vos clients',
    note: 'Les frais s’ajoutent au prix',
  },
  {
    value: 'marchand',
    payer: 'merchant',
    label: 'Vous',
    note: 'Les frais sont retenus sur ce que vous recevez',
  },
]

/** What the form shows: as it is, or as it was typed. */
export interface SettingsValues {
  readonly publicName: string
  readonly currency: string
  readonly feePayer: string
}

export interface SettingsProps {
  readonly portal: Portal
  readonly settings: ServiceSettings
  readonly currencies: readonly CurrencyCode[]
  readonly values: SettingsValues
  readonly faults: readonly FieldFault[]
}

/** The settings as they are. */
export function valuesOf({ publicName, currency, feePayer }: ServiceSettings): SettingsValues {
  const kept = feePayers.find(({ payer }) => payer === feePayer)
  return { publicName, currency, feePayer: kept?.value ?? '' }
}

export function SettingsPage(props: SettingsProps) {
  const { portal, settings } = props
  return (
    <PortalFrame portal={portal} title="Service">
      <h1>Service</h1>
      <div class="grid start">
        <div class="card stack">
          <SettingsForm {...props} />
        </div>
        <div class="stack">
          <section class="card stack">
            <h2>Logo</h2>
            <p class="row">
              <MerchantMark {...portal.place} />
              <span class="soft">Sur vos pages de paiement, vos reçus et vos factures.</span>
            </p>
            <ButtonLink href={paths.logo} look="quiet">
              Changer le logo
            </ButtonLink>
          </section>
          <section class="card stack">
            <h2>Convenu avec nous</h2>
            <Facts facts={agreedFacts(settings)} />
            <p class="soft small">Pour changer cela, écrivez-nous.</p>
          </section>
        </div>
      </div>
    </PortalFrame>
  )
}

function SettingsForm({ portal, currencies, values, faults }: SettingsProps) {
  const mode = portal.place.mode === 'live' ? 'réel' : 'test'
  return (
    <WriteForm portal={portal} action={paths.settings} faults={faults} button="Enregistrer">
      <TextField
        name="nom"
        label="Nom public"
        hint="Ce que vos clients lisent quand ils paient, en réel comme en test."
        value={values.publicName}
        maxLength={publicNameLengthMax}
        error={errorAt(faults, 'nom')}
      />
      <SelectField
        name="devise"
        label="Devise du service"
        hint="Celle des montants que voient vos clients et vous. Votre solde reste en F&#8239;CFA, et un paiement déjà demandé garde la sienne."
        value={values.currency}
        options={currencies.map((code) => [code, `${code} · ${currencyOf(code).name}`])}
        error={errorAt(faults, 'devise')}
      />
      <Choices
        name="frais"
        label={`Qui paie les frais, en mode ${mode}\u00A0?`}
        choices={feePayers}
        value={values.feePayer}
        error={errorAt(faults, 'frais')}
      />
    </WriteForm>
  )
}

const daySeconds = 86_400
const hourSeconds = 3600

function agreedFacts({ availabilityDelaySeconds, suspendedPayouts }: ServiceSettings) {
  return [
    { label: 'Fonds disponibles', value: delayText(availabilityDelaySeconds) },
    { label: 'Retraits et virements', value: <Payouts suspended={suspendedPayouts} /> },
  ]
}

function delayText(seconds: number | null): string {
  if (seconds === null) return 'Dès le paiement réussi'
  if (seconds < daySeconds) return `${Math.ceil(seconds / hourSeconds)}\u00A0h après le paiement`
  const days = Math.ceil(seconds / daySeconds)
  return `${days} ${days === 1 ? 'jour' : 'jours'} après le paiement`
}

function Payouts({ suspended }: { readonly suspended: readonly (string | null)[] }) {
  if (suspended.length === 0) return <Badge tone="ok">Ouverts</Badge>
  if (suspended.includes(null)) return <Badge tone="wait">Suspendus</Badge>
  const names = suspended.map((code) => nameOf(code ?? ''))
  return <Badge tone="wait">{`Suspendus chez ${names.join(', ')}`}</Badge>
}

function nameOf(code: string): string {
  return operatorOf(code)?.name ?? banks.find((bank) => bank.code === code)?.name ?? code
}
