import { type CurrencyCode, currencyCodes } from '#domain/money/currency.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { changeService } from '#use-cases/settings/change.ts'
import { readServiceSettings } from '#use-cases/settings/read.ts'
import { readRates } from '#use-cases/pricing/terms.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { logoPages } from './logo.tsx'
import { feePayers, publicNameLengthMax, SettingsPage, valuesOf } from './view.tsx'

const permission = 'service.change'

/** What a merchant decides for its service: its name, its currency, who pays the fees, its logo. */
export function settingsPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const page = (input: PortalInput, faults: readonly FieldFault[] = []) =>
    pageOf(context, input, faults)
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.settings,
      permission,
      handler: async (input) => html(await page(input)),
    }),
    portalWrite(context, {
      path: paths.settings,
      permission,
      read: (input) => readChange(context, input),
      act: ({ publicName, currency, feePayer }, { session }) => ({
        act: 'service.change',
        subject: { kind: 'service', id: session.place.serviceId },
        details: { public_name: publicName, currency, fee_payer: feePayer },
      }),
      async work(change, { session }) {
        await changeService(database, session.place, change)
        const text = 'Vos réglages sont enregistrés. Ils valent pour les paiements à venir.'
        return redirect(paths.settings, { flash: { tone: 'ok', text } })
      },
      again: page,
    }),
    ...logoPages(context),
  ]
}

async function pageOf(
  context: WebContext,
  { session, form, method }: PortalInput,
  faults: readonly FieldFault[],
) {
  const [settings, currencies] = await Promise.all([
    readServiceSettings(context.database, session.place.id),
    activeCurrencies(context),
  ])
  const values =
    method === 'POST'
      ? {
          publicName: form.text('nom'),
          currency: form.text('devise'),
          feePayer: form.text('frais'),
        }
      : valuesOf(settings)
  return (
    <SettingsPage
      portal={session}
      settings={settings}
      currencies={currencies}
      values={values}
      faults={faults}
    />
  )
}

async function activeCurrencies({ database }: WebContext): Promise<readonly CurrencyCode[]> {
  const rates = await readRates(database)
  return currencyCodes.filter((code) => isConvertible(code, rates))
}

async function readChange(context: WebContext, { form }: PortalInput) {
  const publicName = form.text('nom')
  const currencies = await activeCurrencies(context)
  const currency = currencies.find((code) => code === form.text('devise'))
  const payer = feePayers.find(({ value }) => value === form.text('frais'))
  const faults: FieldFault[] = []
  if (publicName === '' || publicName.length > publicNameLengthMax) {
    const message = `Indiquez le nom que voient vos clients, en ${publicNameLengthMax} signes au plus.`
    faults.push({ field: 'nom', message })
  }
  if (currency === undefined)
    faults.push({ field: 'devise', message: 'Choisissez une devise de la liste.' })
  if (payer === undefined)
    faults.push({ field: 'frais', message: 'Choisissez qui paie les frais.' })
  if (faults.length > 0 || currency === undefined || payer === undefined)
    throw new FieldRefusal(faults)
  return { publicName, currency, feePayer: payer.payer }
}
