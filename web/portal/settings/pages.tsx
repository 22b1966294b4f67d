import { type CurrencyCode, currencyCodes } from '#domain/money/currency.ts'
import { currencyName } from '#domain/money/currency-name.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { changeService } from '#use-cases/settings/change.ts'
import { readServiceSettings, type ServiceSettings } from '#use-cases/settings/read.ts'
import { listTermsHistory, readAgreedTerms, type TermsChange } from '#use-cases/pricing/agreed.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import type { AgreedTerms } from '#domain/pricing/agreed.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { isAsSeen, portalWrite } from '#web/portal/portal-write.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { Facts } from '#web/design/facts.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { useScope } from '#web/design/scope.ts'
import { seenOf } from '#web/design/seen.tsx'
import { MerchantMark } from '#web/design/merchant.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { Us } from '#web/portal/people/person.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'
import { termsFacts, TermsDates } from '#web/transactions/terms.tsx'
import {
  IdentityFields,
  readIdentity,
  shownIdentity,
  type TypedIdentity,
  typedIdentity,
} from './identity.tsx'
import { logoPages } from './logo.tsx'
import { trustPages } from './trust.tsx'
import { settingsWords, type SettingsWords, useSettingsWords } from './words.ts'
import { publicNameFaults, publicNameLengthMax } from './public-name.ts'
import { providerName } from '#domain/operators/names.ts'

const permission = 'service.change'

/** Settings of a merchant's service: its name, its currency, who pays the fees, its logo. */
export function settingsPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const page = (input: PortalInput, faults: readonly FieldFault[] = []) =>
    pageOf(context, input, faults)
  return [
    portalReads(context, permission)(paths.settings, async (input) => html(await page(input))),
    portalWrite(context, {
      path: paths.settings,
      permission,
      seenNow: async ({ session }) =>
        seenOf(valuesOf(await readServiceSettings(database, session.place.id))),
      read: (input) => readChange(context, input),
      act: ({ publicName, currency, feePayer }, { session }) => ({
        act: 'service.change',
        subject: { kind: 'service', id: session.place.serviceId },
        details: { public_name: publicName, currency, fee_payer: feePayer },
      }),
      async work(change, input) {
        const { session, language } = input
        const isStill = (now: ServiceSettings) => isAsSeen(input, seenOf(valuesOf(now)))
        await changeService(database, { ...session.place, isStill }, change)
        return doneAt(paths.settings, settingsWords[language].saved)
      },
      again: page,
    }),
    ...logoPages(context),
    ...trustPages(context),
  ]
}

async function pageOf(
  context: WebContext,
  { session, form, method }: PortalInput,
  faults: readonly FieldFault[],
) {
  const { database } = context
  const [settings, { agreed }, history, currencies] = await Promise.all([
    readServiceSettings(database, session.place.id),
    readAgreedTerms(database, session.place.id),
    listTermsHistory(database, session.place.id),
    activeCurrencies(context),
  ])
  const values =
    method === 'POST'
      ? {
          publicName: form.text('nom'),
          currency: form.text('devise'),
          feePayer: form.text('frais'),
          identity: typedIdentity(form),
        }
      : valuesOf(settings)
  return (
    <SettingsPage
      settings={settings}
      agreed={agreed}
      history={history}
      currencies={currencies}
      values={values}
      faults={faults}
      supportEmail={context.supportEmail}
    />
  )
}

async function activeCurrencies({ database }: WebContext): Promise<readonly CurrencyCode[]> {
  const rates = await readRates(database)
  return currencyCodes.filter((code) => isConvertible(code, rates))
}

async function readChange(context: WebContext, { form, language, session }: PortalInput) {
  const words = settingsWords[language]
  const publicName = form.text('nom')
  const currencies = await activeCurrencies(context)
  const currency = currencies.find((code) => code === form.text('devise'))
  const payer = feePayers.find(({ value }) => value === form.text('frais'))
  const { identity, faults: identityFaults } = readIdentity(form, language)
  const nameNow = session.place.publicName
  const faults = [...identityFaults, ...publicNameFaults(publicName, { nameNow, language })]
  if (currency === undefined) faults.push({ field: 'devise', message: words.currencyFault })
  if (payer === undefined) faults.push({ field: 'frais', message: words.fees.fault })
  if (faults.length > 0 || currency === undefined || payer === undefined)
    throw new FieldRefusal(faults)
  return { publicName, currency, feePayer: payer.payer, ...identity }
}

/** Who may pay the fees; null: as the tariff says. */
const feePayers: readonly { readonly value: string; readonly payer: Payer | null }[] = [
  { value: 'tarif', payer: null },
  { value: 'client', payer: 'customer' },
  { value: 'marchand', payer: 'merchant' },
]

function feeChoices(words: SettingsWords['fees']): readonly Choice[] {
  return feePayers.map(({ value, payer }) =>
    payer === null
      ? { value, label: words.tariff }
      : { value, label: words[payer], note: words[`${payer}Note`] },
  )
}

/** The form's values: as stored, or as typed. */
interface SettingsValues {
  readonly publicName: string
  readonly currency: string
  readonly feePayer: string
  readonly identity: TypedIdentity
}

interface SettingsProps {
  readonly settings: ServiceSettings
  readonly agreed: AgreedTerms
  /** Changes of the terms, newest first. */
  readonly history: readonly TermsChange[]
  readonly currencies: readonly CurrencyCode[]
  readonly values: SettingsValues
  readonly faults: readonly FieldFault[]
  readonly supportEmail: WebContext['supportEmail']
}

/** The stored settings. */
function valuesOf(settings: ServiceSettings): SettingsValues {
  const { publicName, currency, feePayer } = settings
  const kept = feePayers.find(({ payer }) => payer === feePayer)
  return { publicName, currency, feePayer: kept?.value ?? '', identity: shownIdentity(settings) }
}

function SettingsPage(props: SettingsProps) {
  const portal = usePortal()
  const { settings, agreed, history } = props
  const words = useSettingsWords()
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <div class="grid start">
        <div class="card stack">
          <SettingsForm {...props} />
        </div>
        <div class="stack">
          <section class="card stack">
            <h2>{words.logo.title}</h2>
            <p class="row">
              <MerchantMark {...portal.place} />
              <span class="soft">{words.logoNote}</span>
            </p>
            <ButtonLink href={paths.logo} look="quiet">
              {words.changeLogo}
            </ButtonLink>
          </section>
          {hasPortalPermission(portal.person, 'trust.change') && (
            <section class="card stack">
              <h2>{words.trust.title}</h2>
              <p class="soft">{words.passwordNote}</p>
              <ButtonLink href={paths.trust} look="quiet" icon="lock">
                {words.choose}
              </ButtonLink>
            </section>
          )}
          <section class="card stack">
            <h2>{words.terms}</h2>
            <Facts
              facts={[
                ...termsFacts(agreed, useScope().language),
                ...agreedFacts(settings, words.funds),
              ]}
            />
            <TermsDates history={history} />
            <p class="soft small">
              {words.leaving} <Us email={props.supportEmail} />.
            </p>
          </section>
        </div>
      </div>
    </PortalFrame>
  )
}

function SettingsForm({ settings, currencies, values, faults }: SettingsProps) {
  const portal = usePortal()
  const { language } = useScope()
  const words = settingsWords[language]
  return (
    <WriteForm
      action={paths.settings}
      faults={faults}
      button={words.save}
      seen={seenOf(valuesOf(settings))}
    >
      <TextField
        name="nom"
        label={words.name}
        hint={words.nameHint}
        value={values.publicName}
        maxLength={publicNameLengthMax}
        error={errorAt(faults, 'nom')}
      />
      <SelectField
        name="devise"
        label={words.currency}
        hint={words.currencyHint}
        value={values.currency}
        options={currencies.map((code) => [code, `${code} · ${currencyName(code, language)}`])}
        error={errorAt(faults, 'devise')}
      />
      <Choices
        name="frais"
        label={words.fees[portal.place.mode]}
        choices={feeChoices(words.fees)}
        value={values.feePayer}
        error={errorAt(faults, 'frais')}
      />
      <IdentityFields typed={values.identity} faults={faults} />
    </WriteForm>
  )
}

const daySeconds = 86_400
const hourSeconds = 3600
const minuteSeconds = 60

function agreedFacts(
  { availabilityDelaySeconds, suspendedPayouts }: ServiceSettings,
  words: SettingsWords['funds'],
) {
  return [
    { label: words.available, value: delayText(availabilityDelaySeconds, words) },
    { label: words.payouts, value: <Payouts suspended={suspendedPayouts} /> },
  ]
}

function delayText(seconds: number | null, words: SettingsWords['funds']): string {
  if (seconds === null) return words.atOnce
  if (seconds < hourSeconds) return words.minutesAfter(String(Math.ceil(seconds / minuteSeconds)))
  if (seconds < daySeconds) return words.hoursAfter(String(Math.ceil(seconds / hourSeconds)))
  const days = Math.ceil(seconds / daySeconds)
  return days === 1 ? words.dayAfter : words.daysAfter(String(days))
}

function Payouts({ suspended }: { readonly suspended: readonly (string | null)[] }) {
  const words = useSettingsWords().funds
  if (suspended.length === 0) return <Badge tone="ok">{words.open}</Badge>
  if (suspended.includes(null)) return <Badge tone="wait">{words.suspended}</Badge>
  const names = suspended.map((code) => providerName(code ?? ''))
  return <Badge tone="wait">{words.suspendedAt(names.join(', '))}</Badge>
}
