import { existsSync } from 'node:fs'

/** The Chromium named in CHROMIUM_PATH, or one that is installed; undefined if there is none. */
export function chromiumPath(): string | undefined {
  return named() ?? ['chromium', 'chromium-browser', 'google-chrome'].map(placeOf).find(existsSync)
}

/** One that draws the same pages without windows around them, for less of the processor; else the usual one. */
export function windowlessChromiumPath(): string | undefined {
  return named() ?? [placeOf('chromium-headless-shell')].find(existsSync) ?? chromiumPath()
}

function named(): string | undefined {
  return process.env['CHROMIUM_PATH'] || undefined
}

function placeOf(name: string): string {
  return `/usr/bin/${name}`
}
