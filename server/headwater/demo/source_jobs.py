"""The jobs that bring in the shop's source data: orders, clicks and prices."""

from headwater.demo import datasets as d
from headwater.demo.engines import AIRFLOW, FLINK
from headwater.demo.job import DATA_TEAM, ORDERS_TEAM, PRICING_TEAM, Job

ENRICH_CLICKS = Job(
    FLINK,
    "click_enricher",
    "JOB",
    DATA_TEAM,
    "Adds the product to each click.",
    0,
    (d.CLICKS,),
    (d.RAW_CLICKS,),
)

INGEST_ORDERS = Job(
    AIRFLOW,
    "orders.ingest_orders",
    "TASK",
    ORDERS_TEAM,
    "Copies the hour's orders to the lake.",
    70,
    (d.ORDERS,),
    (d.RAW_ORDERS,),
    sql="SELECT * FROM orders WHERE ordered_at >= %(from)s AND ordered_at < %(to)s",
    flaky=0.012,
)
AGGREGATE_CLICKS = Job(
    AIRFLOW,
    "orders.aggregate_clicks",
    "TASK",
    DATA_TEAM,
    "Counts the hour's clicks by product.",
    110,
    (d.RAW_CLICKS,),
    (d.HOURLY_CLICKS,),
    flaky=0.012,
)
REFRESH_PRICE_CACHE = Job(
    AIRFLOW,
    "orders.refresh_price_cache",
    "TASK",
    PRICING_TEAM,
    "Fills the web shop's price cache.",
    40,
    (d.PRICES,),
    (d.PRICE_CACHE,),
    flaky=0.006,
)

LOAD_PRICES = Job(
    AIRFLOW,
    "prices.load_supplier_prices",
    "TASK",
    PRICING_TEAM,
    "Replaces all prices by the supplier's feed.",
    540,
    (d.FEED,),
    (d.PRICES,),
    columns=(
        ("product_id", ((d.FEED, "sku"),)),
        ("unit_price", ((d.FEED, "price"), (d.FEED, "currency"))),
        ("supplier_price", ((d.FEED, "price"),)),
    ),
    flaky=0.05,
)
BUILD_CATALOG = Job(
    AIRFLOW,
    "prices.build_catalog",
    "TASK",
    PRICING_TEAM,
    "Joins products and prices for the marts.",
    210,
    (d.PRODUCTS, d.PRICES),
    (d.CATALOG,),
    sql="SELECT p.product_id, p.category, r.unit_price, r.supplier_price"
    " FROM products p JOIN prices r USING (product_id)",
    columns=(
        ("product_id", ((d.PRODUCTS, "product_id"), (d.PRICES, "product_id"))),
        ("category", ((d.PRODUCTS, "category"),)),
        ("unit_price", ((d.PRICES, "unit_price"),)),
        ("supplier_price", ((d.PRICES, "supplier_price"),)),
    ),
    flaky=0.02,
)
