import type { Language } from '#domain/text/language.ts'
import { serviceNames } from '#domain/text/service-name.ts'
import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { documentation } from '#web/design/documentation.ts'
import { Frame, ServiceHead } from '#web/design/frame.tsx'
import { html } from '#web/http/answer.ts'
import { payersPage } from '#web/http/route.ts'
import { inPageLanguage, useScope } from '#web/design/scope.ts'
import { paths, signUpPaths } from '#web/portal/paths.ts'

/** The page at `/`: points merchants to their portal, their developers to the documentation, payers to their link. */
export function homePage({ isSignUpOpen }: Pick<WebContext, 'isSignUpOpen'>) {
  const handler = () => html(<Home isSignUpOpen={isSignUpOpen} />)
  return payersPage({ method: 'GET', path: '/', handler })
}

function Home({ isSignUpOpen }: Pick<WebContext, 'isSignUpOpen'>) {
  const { language } = useScope()
  const words = useHomeWords()
  return (
    <Frame title={words.title} head={<ServiceHead note={words.note} />} own="service">
      <h1>{words.heading}</h1>
      <div class="card stack">
        <h2>{words.merchant}</h2>
        <p>{words.merchantText}</p>
        <ButtonLink href={paths.home} isFull>
          {words.open}
        </ButtonLink>
        {isSignUpOpen && (
          <ButtonLink href={signUpPaths.ask} look="quiet" isFull>
            {words.signUp}
          </ButtonLink>
        )}
      </div>
      <div class="card stack">
        <h2>{words.payer}</h2>
        <p>{words.payerText}</p>
      </div>
      <p class="center">
        <a href={documentation[language].home}>{words.docs}</a>
      </p>
    </Frame>
  )
}

/** What the page says, in French. */
const french = {
  title: serviceNames.fr,
  note: 'Bénin · Mobile Money',
  heading: 'Encaissez et payez par Mobile Money',
  merchant: 'Vous êtes commerçant',
  merchantText:
    'Encaissez par lien, QR code ou terminal, suivez vos paiements et retirez votre argent.',
  open: 'Ouvrir mon espace',
  signUp: 'Inscrire mon commerce',
  payer: 'Vous voulez payer',
  payerText:
    'Ouvrez le lien que le commerçant vous a envoyé, ou scannez son QR code\u00A0: votre paiement s’y trouve.',
  docs: 'Documentation pour développeurs',
}

const english: typeof french = {
  title: serviceNames.en,
  note: 'Benin · Mobile Money',
  heading: 'Get paid and pay by Mobile Money',
  merchant: 'You are a merchant',
  merchantText:
    'Get paid by link, QR code or terminal, follow your payments and withdraw your money.',
  open: 'Open my account',
  signUp: 'Sign up my business',
  payer: 'You want to pay',
  payerText:
    'Open the link that the merchant sent you, or scan their QR code: your payment is there.',
  docs: 'Documentation for developers',
}

export const homeWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

const useHomeWords = inPageLanguage(homeWords)
