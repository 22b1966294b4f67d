import type { ComponentChildren } from 'preact'
import { serviceNames } from '#domain/text/service-name.ts'
import { Icon } from './icon.tsx'
import { manifestNames } from './manifest-names.ts'
import { MerchantHead } from './merchant.tsx'
import { Notice } from './notice.tsx'
import { day, night } from './palette.ts'
import { useScope } from './scope.ts'
import { useDesignWords } from './words.tsx'

export interface FrameProps {
  /** Of the tab; the page has its own `<h1>`. */
  readonly title: string
  /** Wide for the portal and the desk, narrow for payers. */
  readonly isWide?: boolean
  /** Shown above the content: `<MerchantHead>`. */
  readonly head?: ComponentChildren
  /** The `<Menu>` next to the content. */
  readonly menu?: ComponentChildren
  /** Replaces the footer line. */
  readonly foot?: ComponentChildren
  /** A line above everything in sandbox, so that nobody mistakes a test for a real payment. */
  readonly isTest?: boolean
  /** Loads htmx, for pages whose parts refresh. */
  readonly isLive?: boolean
  /** The payers' script, which includes that of all pages. */
  readonly isForPayers?: boolean
  /** The look and the script of the portal. */
  readonly isPortal?: boolean
  /** The look and the script of the staff desk. */
  readonly isStaff?: boolean | undefined
  /** The area of the page, if it is not a payer’s: it loads the service's font, and can be installed as an app. */
  readonly own?: 'portal' | 'staff' | 'service' | undefined
  /** A file of the design that only this page needs. */
  readonly script?: string
  /** Of the tab, where the page speaks for a merchant with a picture. */
  readonly iconPath?: string | null | undefined
  /** Reloads the page if no JavaScript runs. */
  readonly refreshSeconds?: number | undefined
  /** What a messaging app shows with the address of the page. */
  readonly preview?: Preview | undefined
  readonly children: ComponentChildren
}

/** For a page whose address is shared (Open Graph). */
export interface Preview {
  readonly title: string
  readonly text: string
  readonly siteName: string
  /** Whole addresses. */
  readonly url: string
  readonly pictureUrl: string | null
}

/** The frame of every page. */
export function Frame(props: FrameProps) {
  const words = useDesignWords()
  return (
    <html lang={useScope().language}>
      <Head {...props} />
      <body class={bodyClass(props)}>
        <a class="skip" href="#contenu">
          {words.skip}
        </a>
        {props.isTest && (
          <aside class="trial" aria-label={words.testMode}>
            {words.testModeLine}
          </aside>
        )}
        {props.head}
        {props.menu ? (
          <div class="desk">
            <div>{props.menu}</div>
            <Content {...props} />
          </div>
        ) : (
          <Content {...props} />
        )}
        <footer class="foot">
          {props.foot ?? <SafetyLine />}
          <InOtherLanguage />
        </footer>
      </body>
    </html>
  )
}

function Content({ children }: Pick<FrameProps, 'children'>) {
  const { flash } = useScope()
  return (
    <main id="contenu" tabIndex={-1} class="stack">
      {flash && (
        <Notice tone={flash.tone} isAnswer>
          {flash.text}
        </Notice>
      )}
      {children}
    </main>
  )
}

function bodyClass({ isWide, isStaff }: FrameProps): string | undefined {
  const classes = [isWide && 'wide', isStaff && 'staff'].filter(Boolean)
  return classes.length > 0 ? classes.join(' ') : undefined
}

/** htmx must neither write styles into the page nor evaluate text: the page’s policy refuses both. */
const htmxSettings = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
})

function Head(props: FrameProps) {
  const { title, isPortal, isStaff, iconPath, refreshSeconds, preview } = props
  const { assetPath } = useScope()
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <meta name="format-detection" content="telephone=no" />
      <title>{title}</title>
      {preview && <PreviewTags preview={preview} />}
      <link rel="icon" href={iconPath ?? assetPath('icon.svg')} />
      <App {...props} />
      <link rel="stylesheet" href={assetPath(isPortal ? 'portal.css' : 'style.css')} />
      {isStaff && <link rel="stylesheet" href={assetPath('staff.css')} />}
      {ownerOf(props) && <link rel="stylesheet" href={assetPath('type.css')} />}
      <Scripts {...props} />
      {refreshSeconds !== undefined && (
        <noscript>
          <meta http-equiv="refresh" content={String(refreshSeconds)} />
        </noscript>
      )}
    </head>
  )
}

/** The manifest of pages that are installed on a phone like an app. */
function App(props: FrameProps) {
  const { assetPath, language } = useScope()
  const owner = ownerOf(props)
  if (owner === undefined || owner === 'service') return null
  const top = owner === 'staff' ? 'rail' : 'paper'
  return (
    <>
      <link rel="manifest" href={assetPath(manifestNames[owner][language])} />
      <link rel="apple-touch-icon" href={assetPath('icon-touch-180.png')} />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={day[top]} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={night[top]} />
    </>
  )
}

function ownerOf({ own, isPortal, isStaff }: FrameProps): FrameProps['own'] {
  if (isStaff) return 'staff'
  return own ?? (isPortal ? 'portal' : undefined)
}

function Scripts(props: FrameProps) {
  const { isLive, script } = props
  const { assetPath, passkeyPath } = useScope()
  const ofPasskeys = passkeyPath && script !== passkeyScript
  return (
    <>
      <script src={assetPath(scriptOf(props))} defer />
      {script && <script src={assetPath(script)} defer />}
      {ofPasskeys && <script src={assetPath(passkeyScript)} defer />}
      {isLive && <meta name="htmx-config" content={htmxSettings} />}
      {isLive && <script src={assetPath('htmx.js')} defer />}
    </>
  )
}

/** For pages whose forms a passkey may confirm. */
const passkeyScript = 'passkey.js'

function PreviewTags({ preview }: { readonly preview: Preview }) {
  const { title, text, siteName, url, pictureUrl } = preview
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:locale" content={useDesignWords().locale} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={url} />
      {pictureUrl && <meta property="og:image" content={pictureUrl} />}
    </>
  )
}

function scriptOf({ isForPayers, isPortal, isStaff }: FrameProps): string {
  if (isForPayers) return 'payer.js'
  if (isPortal) return 'portal.js'
  return isStaff ? 'staff.js' : 'page.js'
}

function InOtherLanguage() {
  if (useScope().otherLanguageHref === null) return null
  return (
    <p>
      <OtherLanguage />
    </p>
  )
}

/** What every payer in the region should know. */
function SafetyLine() {
  return (
    <p>
      <Icon name="lock" />
      {useDesignWords().safety}
    </p>
  )
}

/** A link to the same page in the other language, under that language's own name; nothing if there is no such page. */
export function OtherLanguage() {
  const { language, otherLanguageHref } = useScope()
  const words = useDesignWords()
  if (otherLanguageHref === null) return null
  const other = language === 'en' ? 'fr' : 'en'
  return (
    <a href={otherLanguageHref} hreflang={other} lang={other} rel="nofollow">
      {words.otherLanguage}
    </a>
  )
}

/** The head of a page of the service itself: its logo and its name. */
export function ServiceHead({ note }: { readonly note: string }) {
  const { assetPath, language } = useScope()
  const service = { publicName: serviceNames[language], logoPath: assetPath('icon.svg') }
  return <MerchantHead merchant={service} note={note} />
}
