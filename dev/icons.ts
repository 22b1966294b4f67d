import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { chromiumPath } from './chromium.ts'

// Draws the icons of installed pages from the logo, web/design/assets/icon.svg: run it when the logo changes.

if (process.argv.length > 2) {
  exitOnEnvError(new EnvError(['Usage: npm run icons, when icon.svg has changed']))
}

const assets = new URL('../web/design/assets/', import.meta.url)
const mark = readFileSync(new URL('icon.svg', assets), 'utf8')
const ground = /fill="(#[0-9a-f]{6})"/.exec(mark)?.[1] ?? ''

/**
 * Systems crop icons to a circle or other shape: the background fills the square, and the logo stays within the safe
 * area.
 */
const fullBleed = mark
  .replace(
    /(<svg[^>]*>)/,
    `$1<path fill="${ground}" d="M0 0h32v32H0z"/><g transform="translate(4 4) scale(.75)">`,
  )
  .replace('</svg>', '</g></svg>')

const icons = [
  { name: 'icon-192.png', side: 192, drawing: mark },
  { name: 'icon-512.png', side: 512, drawing: mark },
  { name: 'icon-maskable-512.png', side: 512, drawing: fullBleed },
  { name: 'icon-touch-180.png', side: 180, drawing: fullBleed },
]

const browser = await chromium.launch({
  executablePath: chromiumPath() ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const page = await browser.newPage()
for (const { name, side, drawing } of icons) {
  await page.setViewportSize({ width: side, height: side })
  const sized = drawing.replace('<svg ', `<svg width="${side}" height="${side}" `)
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${sized}`)
  writeFileSync(new URL(name, assets), await page.screenshot({ omitBackground: true }))
  console.log(name)
}
await browser.close()
