import type { ComponentChildren } from 'preact'
import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'

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

/** In the language of the page. */
export function useOpeningWords(): typeof french {
  return openingWords[useScope().language]
}
