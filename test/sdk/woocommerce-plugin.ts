import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
/** What stands for WooCommerce. */
export const standIn = join(import.meta.dirname, 'drivers/woocommerce/plugin')
/** Both, as WordPress names them. */
export const plugins = ['woocommerce/woocommerce.php', 'payment-service/payment-service.php']

/** An order as the shop has it. */
export interface Order {
  readonly status: string
  readonly paid: number
  readonly transaction?: string
  readonly notes: readonly string[]
}

/** What the owner is told after saving the settings. */
export interface Saved {
  readonly said: string
  /** What is no error. */
  readonly told: string
  readonly printed: string
  readonly kept: Readonly<Record<string, string>>
  readonly available: boolean
  readonly fields: Readonly<Record<string, string>>
  readonly description: string
}

/** The plugin as it lies in a shop, with its packages. */
export function installed(): string {
  const folder = join(temporaryFolder('plugin'), 'payment-service')
  cpSync(join(root, 'examples/woocommerce'), folder, { recursive: true })
  mkdirSync(join(folder, 'vendor'))
  const library = join(root, 'sdk/php/autoload.php')
  writeFileSync(
    join(folder, 'vendor/autoload.php'),
    `<?php require 'GuzzleHttp/autoload.php'; require '${library}';`,
  )
  return folder
}
