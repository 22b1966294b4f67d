import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { askOpening } from '#use-cases/openings/ask.ts'
import { type LiveStanding, readLiveStanding } from '#use-cases/openings/find.ts'
import { readServiceSettings } from '#use-cases/settings/read.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { inPageLanguage } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads } from '#web/portal/portal-page.ts'
import { formCause, portalWrite } from '#web/portal/portal-write.ts'
import {
  LegalFields,
  readLegal,
  shownIdentity,
  type TypedIdentity,
  typedIdentity,
} from '#web/portal/settings/identity.tsx'
import { WriteForm } from '#web/portal/write-form.tsx'

const permission = 'service.change'

/** Where a merchant that signed up requests its live mode, and reads the answer. */
export function openingPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  const page = async (input: PortalInput, faults: readonly FieldFault[] = []) => {
    const { session, form, method } = input
    const [standing, settings] = await Promise.all([
      readLiveStanding(database, session.place.serviceId),
      readServiceSettings(database, session.place.id),
    ])
    const typed = method === 'POST' ? typedIdentity(form) : shownIdentity(settings)
    return <OpeningPage {...{ standing, typed, faults }} />
  }
  return [
    portalReads(context, permission)(paths.liveOpening, async (input) => html(await page(input))),
    portalWrite(context, {
      path: paths.liveOpening,
      permission,
      read({ form, language }) {
        const { identity, faults } = readLegal(form, language)
        if (identity === null) throw new FieldRefusal(faults)
        return identity
      },
      async work(identity, input) {
        const { person, place } = input.session
        const cause = formCause(input)
        await askOpening(database, person, { serviceId: place.serviceId, identity, cause })
        return doneAt(paths.liveOpening, openingWords[input.language].sent)
      },
      again: page,
    }),
  ]
}

interface OpeningProps {
  readonly standing: LiveStanding
  readonly typed: TypedIdentity
  readonly faults: readonly FieldFault[]
}

function OpeningPage(props: OpeningProps) {
  const { standing } = props
  const words = useOpeningWords()
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.home}>{words.home}</a>
      </p>
      <h1>{words.title}</h1>
      <Standing {...standing} />
      {!standing.isOpen && standing.asked?.state !== 'waiting' && <Ask {...props} />}
    </PortalFrame>
  )
}

function Standing({ isOpen, asked }: LiveStanding) {
  const words = useOpeningWords()
  if (isOpen)
    return (
      <Notice tone="ok" title={words.open}>
        {words.openText}
      </Notice>
    )
  if (asked?.state === 'waiting')
    return (
      <Notice tone="wait" title={words.waiting}>
        {words.waitingText(<ExactTime at={asked.askedAt} />)}
      </Notice>
    )
  if (asked?.state === 'refused')
    return (
      <Notice tone="bad" title={words.refused}>
        {words.refusedText(asked.reason ?? '')}
      </Notice>
    )
  return null
}

function Ask({ typed, faults }: Omit<OpeningProps, 'standing'>) {
  const words = useOpeningWords()
  return (
    <div class="card narrow stack">
      <p class="soft">{words.text}</p>
      <WriteForm action={paths.liveOpening} faults={faults} button={words.ask}>
        <LegalFields typed={typed} faults={faults} />
      </WriteForm>
    </div>
  )
}

/** What the page says on which a merchant asks for its live mode. */
const french = {
  title: 'Mode réel',
  home: 'Accueil',
  sent: 'Votre demande est partie. Nous vous écrivons dès que nous avons répondu.',
  open: 'Le mode réel est ouvert',
  openText:
    'Vous pouvez encaisser de vrais paiements. Passez d’un mode à l’autre depuis votre compte.',
  waiting: 'Votre demande est chez nous',
  waitingText: (time: ComponentChildren) => (
    <>
      Envoyée le {time}. Nous vous écrivons dès que nous avons répondu
      {'\u00A0'}; d’ici là, essayez tout en mode test.
    </>
  ),
  refused: 'Votre demande est refusée',
  refusedText: (reason: string) => `${reason} Corrigez, puis demandez de nouveau.`,
  text: 'Pour encaisser de l’argent réel, indiquez l’IFU, le RCCM et l’adresse de votre commerce. Notre équipe vérifie, puis ouvre le mode réel. Vos reçus porteront ces indications.',
  ask: 'Demander l’ouverture',
}

const english: typeof french = {
  title: 'Live mode',
  home: 'Home',
  sent: 'Your request has been sent. We will write to you as soon as we have an answer.',
  open: 'Live mode is open',
  openText: 'You can now collect real payments. Switch between modes from your account menu.',
  waiting: 'We have your request',
  waitingText: (time: ComponentChildren) => (
    <>
      Sent on {time}. We will write to you as soon as we have an answer; until then, try everything
      in test mode.
    </>
  ),
  refused: 'Your request was rejected',
  refusedText: (reason) => `${reason} Correct this, then ask again.`,
  text: 'To collect real money, give us the legal details of your business. Our team checks them, then opens live mode. The same details will appear on your receipts.',
  ask: 'Request live mode',
}

export const openingWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

const useOpeningWords = inPageLanguage(openingWords)
