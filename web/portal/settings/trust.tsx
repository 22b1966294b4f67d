import { readTrustsWrites, setTrustsWrites } from '#use-cases/settings/trust-writes.ts'
import type { WebContext } from '#web/context.ts'
import { type Choice, Choices } from '#web/design/choice.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { settingsWords, type SettingsWords, useSettingsWords } from './words.ts'

const permission = 'trust.change'
const field = 'demande'

const always = 'toujours'
const tenMinutes = 'dix-minutes'

function choicesOf(words: SettingsWords['trust']): readonly Choice[] {
  return [
    { value: always, label: words.always, note: words.alwaysNote },
    { value: tenMinutes, label: words.tenMinutes, note: words.tenMinutesNote },
  ]
}

/** How often a merchant's people must give their password; the owner chooses. */
export function trustPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const page = async (input: PortalInput, faults: readonly FieldFault[] = []) => {
    const { session, form } = input
    const isOn = await readTrustsWrites(database, session.person.merchantId)
    const value = form.text(field) || (isOn ? tenMinutes : always)
    return <TrustPage value={value} faults={faults} />
  }
  return [
    portalReads(context, permission)(paths.trust, async (input) => html(await page(input))),
    portalWrite(context, {
      path: paths.trust,
      permission,
      read({ form, language }) {
        const chosen = [always, tenMinutes].find((value) => value === form.text(field))
        if (chosen !== undefined) return { trustsWrites: chosen === tenMinutes }
        throw new FieldRefusal([{ field, message: settingsWords[language].trust.fault }])
      },
      act: ({ trustsWrites }) => ({
        act: 'merchant.trust_writes',
        details: { trusts_writes: trustsWrites },
      }),
      async work({ trustsWrites }, { session, language }) {
        await setTrustsWrites(database, { merchantId: session.person.merchantId, trustsWrites })
        const words = settingsWords[language].trust
        return doneAt(paths.settings, trustsWrites ? words.nowTenMinutes : words.nowAlways)
      },
      again: page,
    }),
  ]
}

function TrustPage({
  value,
  faults,
}: {
  readonly value: string
  readonly faults: readonly FieldFault[]
}) {
  const { title, save, trust: words } = useSettingsWords()
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.settings}>{title}</a>
      </p>
      <h1>{words.title}</h1>
      <div class="card stack narrow">
        <p class="soft">{words.text}</p>
        <WriteForm action={paths.trust} faults={faults} button={save}>
          <Choices
            name={field}
            label={words.when}
            choices={choicesOf(words)}
            value={value}
            error={errorAt(faults, field)}
          />
        </WriteForm>
      </div>
    </PortalFrame>
  )
}
