import type { WebContext } from '#web/context.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { documentation } from '#web/design/documentation.ts'
import { Frame } from '#web/design/frame.tsx'
import { ServiceHead } from '#web/design/service-head.tsx'
import { html } from '#web/http/answer.ts'
import { payersPage } from '#web/http/route.ts'
import { useScope } from '#web/design/scope.ts'
import { useHomeWords } from './words.ts'
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
