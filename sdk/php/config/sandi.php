<?php

return [
    'url' => env('SANDI_URL'),
    'key' => env('SANDI_API_KEY'),
    // The name that recipients read, where a notification says no other.
    'company_name' => env('SANDI_COMPANY_NAME', env('APP_NAME')),
    // Time limit of a call including retries, in seconds.
    'timeout' => (float) env('SANDI_TIMEOUT', 30),
];
