import type { ErrorEntry } from './entry.ts'

/** Refusals where one service has as many of something as it may have beside all others. */
export const limitErrors = {
  link_words_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà autant d’adresses courtes qu’il peut en avoir.',
    cause:
      'Une adresse courte reste à son lien pour toujours, et tous les marchands se les partagent.',
    remedy: 'Utilisez l’adresse ordinaire du lien, ou un lien qui a déjà une adresse courte.',
  },
  payout_files_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà vingt fichiers de retraits en cours.',
    cause: 'Un service a vingt fichiers envoyés et non terminés au plus.',
    remedy: 'Attendez qu’un fichier se termine, ou annulez-en un.',
  },
  standing_orders_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà vingt retraits programmés.',
    cause: 'Un service a vingt retraits programmés au plus.',
    remedy: 'Terminez-en un qui ne sert plus, ou payez par fichier.',
  },
  authorized_accounts_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Trop de comptes de ce service attendent d’être vérifiés.',
    cause: 'Cinq cents comptes au plus attendent d’être vérifiés pour un service.',
    remedy: 'Attendez que notre équipe en ait vérifié, ou retirez ceux qui ne servent plus.',
  },
} satisfies Record<string, ErrorEntry>
