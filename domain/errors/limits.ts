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
  authorized_account_limit_reached: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà dix mille comptes autorisés.',
    cause:
      'Un service a dix mille comptes autorisés au plus dans chaque mode, ceux à vérifier compris.',
    remedy: 'Révoquez ceux qui ne servent plus.',
  },
  terminals_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà mille terminaux.',
    cause: 'Un service a mille terminaux au plus dans chaque mode, les désactivés compris.',
    remedy: 'Supprimez ceux qui ne servent plus.',
  },
  points_of_sale_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà cinq cents points de vente.',
    cause:
      'Un nom encore inconnu crée un point de vente, et un service en a cinq cents au plus dans chaque mode.',
    remedy: 'Reprenez le nom d’un point de vente qui existe.',
  },
  cashiers_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Ce service a déjà deux mille caissiers.',
    cause: 'Un nom encore inconnu crée un caissier, et un service en a deux mille au plus.',
    remedy: 'Reprenez le nom, ou l’identifiant, d’un caissier qui existe.',
  },
  api_keys_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Vingt clés de ce genre marchent encore.',
    cause: 'Vingt clés d’un genre au plus marchent en même temps, les anciennes comprises.',
    remedy: 'Attendez que les anciennes expirent, ou faites-les expirer tout de suite.',
  },
  members_too_many: {
    http: 409,
    type: 'conflict',
    message: 'Votre équipe compte déjà cinq cents personnes.',
    cause: 'Une équipe compte cinq cents personnes au plus, sans les comptes désactivés.',
    remedy: 'Désactivez les comptes qui ne servent plus.',
  },
  payment_links_too_many: {
    http: 429,
    type: 'rate_limited',
    message:
      'Ce service a créé vingt mille liens de paiement en 24 heures. Réessayez[ dans {retry_after}].',
    cause: 'Un service crée vingt mille liens au plus en 24 heures dans chaque mode.',
    remedy: 'Attendez la durée de l’en-tête Retry-After, ou demandez le paiement sans lien.',
  },
} satisfies Record<string, ErrorEntry>
