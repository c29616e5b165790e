"""The inputs and outputs of the shop's jobs."""

from dataclasses import dataclass

from headwater.demo.story import PRICES as PRICES_NAME

Field = tuple[str, str]
"""The name and type of a column."""


@dataclass(frozen=True)
class Dataset:
    """A dataset with its usual size: rows of one write, bytes of a row."""

    namespace: str
    name: str
    rows: int
    row_bytes: int
    fields: tuple[Field, ...] = ()
    overwritten: bool = False
    """True if each write replaces all of it, and says so."""

    @property
    def uri(self) -> str:
        """The address of its system; BigQuery's namespace by itself is no URI."""
        return self.namespace if "://" in self.namespace else f"{self.namespace}://shop-prod"


_POSTGRES = PRICES_NAME[0]
_LAKE = "s3://shop-lake"
_KAFKA = "kafka://broker:9092"

_CATALOG_FIELDS = (
    ("product_id", "INT64"),
    ("category", "STRING"),
    ("unit_price", "NUMERIC"),
    ("supplier_price", "NUMERIC"),
)

ORDERS = Dataset(
    _POSTGRES,
    "shop.public.orders",
    320,
    180,
    (
        ("order_id", "int8"),
        ("product_id", "int8"),
        ("quantity", "int4"),
        ("ordered_at", "timestamptz"),
    ),
)
PRODUCTS = Dataset(
    _POSTGRES,
    "shop.public.products",
    47_900,
    220,
    (("product_id", "int8"), ("title", "text"), ("category", "text")),
)
PRICES = Dataset(
    *PRICES_NAME,
    48_000,
    64,
    (("product_id", "int8"), ("unit_price", "numeric"), ("supplier_price", "numeric")),
    overwritten=True,
)
FEED = Dataset(
    "s3://supplier-drop",
    "feeds/prices.csv",
    48_000,
    70,
    (("sku", "string"), ("price", "string"), ("currency", "string")),
)
RAW_ORDERS = Dataset(
    _LAKE,
    "raw/orders",
    320,
    96,
    (
        ("order_id", "bigint"),
        ("product_id", "bigint"),
        ("quantity", "int"),
        ("ordered_at", "timestamp"),
    ),
)
CLICKS = Dataset(_KAFKA, "clicks", 0, 0, (("visitor", "string"), ("url", "string"), ("at", "long")))
RAW_CLICKS = Dataset(
    _LAKE,
    "raw/clicks",
    26_000,
    120,
    (("visitor", "string"), ("product_id", "bigint"), ("at", "timestamp")),
)
HOURLY_CLICKS = Dataset(
    _LAKE,
    "clicks/hourly",
    5_400,
    40,
    (("hour", "timestamp"), ("product_id", "bigint"), ("clicks", "bigint")),
)
PRICE_CACHE = Dataset("redis://price-cache:6379", "prices", 48_000, 24, overwritten=True)
STAGED_ORDERS = Dataset(
    "bigquery",
    "shop-prod.staging.orders",
    7_600,
    88,
    (("order_id", "INT64"), ("product_id", "INT64"), ("quantity", "INT64"), ("day", "DATE")),
    overwritten=True,
)
CATALOG = Dataset("bigquery", "shop-prod.staging.catalog", 47_900, 150, _CATALOG_FIELDS, overwritten=True)
DAILY_REVENUE = Dataset(
    "bigquery",
    "shop-prod.marts.daily_revenue",
    1_830,
    40,
    (("day", "DATE"), ("category", "STRING"), ("revenue", "NUMERIC")),
    overwritten=True,
)
MARGINS = Dataset(
    "bigquery",
    "shop-prod.marts.margins",
    1_830,
    48,
    (("day", "DATE"), ("category", "STRING"), ("margin", "NUMERIC")),
    overwritten=True,
)
FEATURES = Dataset(
    "bigquery",
    "shop-prod.features.recommendations",
    61_000,
    320,
    (
        ("product_id", "INT64"),
        ("clicks_7d", "INT64"),
        ("price_rank", "FLOAT64"),
        ("margin", "FLOAT64"),
    ),
    overwritten=True,
)
MODEL = Dataset("mlflow://mlflow.shop:5000", "models/demand_forecast", 1, 24_000_000)
EMAIL_EXPORT = Dataset(_LAKE, "exports/email_campaign", 12_400, 210)
FINANCE_REPORT = Dataset(_LAKE, "reports/finance", 36, 900)
