<?php

declare(strict_types=1);

// Installs WordPress by its own installer, and prints its version.

define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';

// The installer tells the owner by mail; this owner has none.
function wp_mail(): bool
{
    return true;
}

require getenv('WORDPRESS_FOLDER') . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

wp_install('Boutique', 'owner', 'owner@shop.example', false, '', wp_generate_password());
echo json_encode(['version' => get_bloginfo('version'), 'installed' => is_blog_installed()]);
