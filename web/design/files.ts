import { readFileSync } from 'node:fs'
import { languages } from '#domain/text/language.ts'
import { serviceName, serviceNames } from '#domain/text/service-name.ts'
import { type AssetFile, assetPathOf, readAssets } from '#http/asset-files.ts'
import { oldPhones, packed } from '#http/packed.ts'
import { paths as portal } from '#web/portal/paths.ts'
import { paths as staff } from '#web/staff/paths.ts'
import { manifestNames } from './manifest-names.ts'
import { day } from './palette.ts'
import { designWords } from './words.tsx'

/** The stylesheets of all pages, in the order in which they apply. */
const styleParts = ['tokens', 'base', 'selvage', 'layout', 'controls', 'parts']
const portalParts = ['find', 'desks', 'portal', 'figures']
const staffParts = ['find', 'desks', 'staff']
const docsParts = ['tokens', 'selvage', 'docs']

/**
 * What the pages load: one stylesheet (the portal’s includes its own, the desk adds one), one script (those of
 * payers, the portal and the desk include their own), the font for all but payers, icons and app manifests, and htmx
 * for pages that use it.
 */
export function designFiles(): AssetFile[] {
  const style = styleParts.map(cssOf).join('\n')
  const portal = portalParts.map(cssOf).join('\n')
  const staff = staffParts.map(cssOf).join('\n')
  const docs = docsParts.map(cssOf).join('\n')
  const assets = readAssets(new URL('./assets/', import.meta.url))
  const type = typeOf(assets)
  return [
    { name: 'style.css', content: packed(style, 'css') },
    { name: 'portal.css', content: packed(`${style}\n${portal}`, 'css') },
    { name: 'staff.css', content: packed(staff, 'css') },
    { name: 'type.css', content: packed(type, 'css') },
    { name: 'docs.css', content: packed(`${docs}\n${type}`, 'css') },
    { name: 'docs.js', content: packed(read('./docs.js'), 'js') },
    { name: 'portal.js', content: packed(portalScripts.map(read).join('\n'), 'js') },
    { name: 'staff.js', content: packed(staffScripts.map(read).join('\n'), 'js') },
    { name: 'page.js', content: packed(read('./page.js'), 'js') },
    { name: 'collect.js', content: packed(collectScripts.map(read).join('\n'), 'js') },
    { name: 'chart.js', content: packed(read('./chart.js'), 'js') },
    { name: 'passkey.js', content: packed(read('./passkey.js'), 'js') },
    { name: 'file.js', content: packed(read('./file.js'), 'js') },
    { name: 'logo.js', content: packed(read('./logo.js'), 'js') },
    { name: 'checkout.js', content: packed(read('./checkout.js'), 'js') },
    { name: 'payer.js', content: packed(payerScripts.map(read).join('\n'), 'js', oldPhones) },
    {
      name: 'htmx.js',
      content: Buffer.concat([
        readFileSync(new URL(import.meta.resolve('htmx.org/dist/htmx.min.js'))),
        Buffer.from('\n'),
        packed(read('./unfolded.js'), 'js'),
      ]),
    },
    ...assets,
    ...manifests(assets),
  ]
}

const portalScripts = ['./page.js', './amounts.js', './search.js', './sheets.js']
const staffScripts = ['./page.js', './search.js', './staff.js']
const collectScripts = ['./amounts.js', './follow.js', './collect.js']
const payerScripts = ['./page.js', './pay.js', './follow.js', './shop.js']

/** The font; its file is named after its content, so that it may be cached for ever. */
function typeOf(assets: readonly AssetFile[]): string {
  return assets.reduce(
    (text, file) => text.replaceAll(`assets/${file.name}`, assetPathOf(file)),
    cssOf('type'),
  )
}

function cssOf(name: string): string {
  return read(`./css/${name}.css`)
}

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

/** What a phone needs to install pages as an app: their name, start page and icons. */
function manifests(icons: readonly AssetFile[]): AssetFile[] {
  return apps.map(({ file, ...app }) => ({
    name: file,
    content: Buffer.from(JSON.stringify({ ...app, ...common, icons: iconsOf(icons) })),
  }))
}

/** Each has its own name, shown on the phone, and its own addresses. */
const apps = [
  ...languages.map((lang) => {
    const words = designWords[lang].app
    return {
      file: manifestNames.portal[lang],
      lang,
      id: portal.home,
      name: words.name(serviceNames[lang]),
      short_name: words.shortName,
      description: words.description,
      start_url: portal.home,
      scope: portal.home,
      theme_color: day.paper,
      shortcuts: [
        { name: words.collect, url: portal.collect },
        { name: words.payments, url: portal.transactions },
      ],
    }
  }),
  {
    file: manifestNames.staff.fr,
    lang: 'fr',
    id: staff.home,
    name: `${serviceName}\u00A0: espace de l’équipe`,
    short_name: 'Équipe',
    description: 'Réservé au service.',
    start_url: staff.home,
    scope: staff.home,
    theme_color: day.rail,
  },
]

const common = { dir: 'ltr', display: 'standalone', background_color: day.paper }

function iconsOf(files: readonly AssetFile[]) {
  return icons.map(({ name, ...icon }) => {
    const file = files.find((one) => one.name === name)
    if (file === undefined) throw new RangeError(`no such icon: ${name}`)
    return { src: assetPathOf(file), ...icon }
  })
}

const icons = [
  { name: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { name: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { name: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { name: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]
